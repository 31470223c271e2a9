/** `/entries` */
import { Heading } from "../components/heading.tsx";
import { strings } from "../strings/index.ts";

export default function Entries() {
  return (
    <div className="page">
      <Heading title={strings.entries.title} />
    </div>
  );
}
