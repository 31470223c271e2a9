/** The month of a page, with buttons for the previous and the next one. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { addMonths, formatMonth } from "../lib/date.ts";
import { strings } from "../strings/index.ts";

interface Props {
  month: string;
  /** The last month to choose. */
  last: string;
  onChoose: (month: string) => void;
}

export function MonthChoice({ month, last, onChoose }: Props) {
  const words = strings.overview;
  return (
    <nav className="months" aria-label={words.month}>
      <button
        type="button"
        className="quiet icon"
        aria-label={words.previousMonth}
        onClick={() => onChoose(addMonths(month, -1))}
      >
        <ChevronLeft size={20} aria-hidden />
      </button>
      <strong aria-live="polite">{formatMonth(`${month}-01`)}</strong>
      <button
        type="button"
        className="quiet icon"
        aria-label={words.nextMonth}
        disabled={month >= last}
        onClick={() => onChoose(addMonths(month, 1))}
      >
        <ChevronRight size={20} aria-hidden />
      </button>
    </nav>
  );
}
