/** The way out: everything as a file, and everything deleted. */
import { strings } from "../../strings/index.ts";
import { Part } from "../part.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Export } from "./export.tsx";

export default function Data() {
  return (
    <>
      <Part title={strings.exporting.title} hint={strings.exporting.hint}>
        <Export />
      </Part>
      <Part title={strings.settings.deleteTitle}>
        <DeleteAccount />
      </Part>
    </>
  );
}
