/** `/overview` */
import { Heading } from "../components/heading.tsx";
import { strings } from "../strings/index.ts";

export default function Overview() {
  return (
    <div className="page">
      <Heading title={strings.overview.title} />
    </div>
  );
}
