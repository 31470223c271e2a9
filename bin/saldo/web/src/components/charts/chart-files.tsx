/** Buttons that save a chart as a table (CSV) or as a picture (PNG). Both are made in the browser. */
import { Download } from "lucide-react";
import { type ChartData, csvOf, fileNameOf } from "../../lib/chart-data.ts";
import { saveFile } from "../../lib/save-file.ts";
import { strings } from "../../strings/index.ts";
import "./charts.css";

export function ChartFiles({ chart }: { chart: ChartData }) {
  const words = strings.chart;
  const savePicture = async () => {
    // Only those who want a picture load the code that draws it.
    const { pngOf } = await import("../../lib/chart-image.ts");
    const picture = await pngOf(chart);
    if (picture) {
      saveFile(fileNameOf(chart, "png"), picture);
    }
  };
  return (
    <div className="chart-files">
      <button
        type="button"
        className="quiet"
        title={words.saveTable(chart.title)}
        onClick={() => saveFile(fileNameOf(chart, "csv"), csvOf(chart))}
      >
        <Download size={14} aria-hidden /> CSV <span className="hidden">{chart.title}</span>
      </button>
      <button type="button" className="quiet" title={words.savePicture(chart.title)} onClick={() => void savePicture()}>
        <Download size={14} aria-hidden /> PNG <span className="hidden">{chart.title}</span>
      </button>
    </div>
  );
}
