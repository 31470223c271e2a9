/** `/settings` */
import { Heading } from "../components/heading.tsx";
import { strings } from "../strings/index.ts";

export default function Settings() {
  return (
    <div className="page">
      <Heading title={strings.settings.title} />
    </div>
  );
}
