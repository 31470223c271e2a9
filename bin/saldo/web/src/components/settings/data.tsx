/** Export, archive and deletion of the user's data. */
import { strings } from "../../strings/index.ts";
import { Part } from "../part.tsx";
import { Archive } from "./archive.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { DeleteData } from "./delete-data.tsx";
import { Export } from "./export.tsx";

export default function Data() {
  return (
    <>
      <Part title={strings.exporting.title} hint={strings.exporting.hint}>
        <Export />
      </Part>
      <Part title={strings.archive.title} hint={strings.archive.hint}>
        <Archive />
      </Part>
      <Part title={strings.deleting.title}>
        <DeleteData />
      </Part>
      <Part title={strings.settings.deleteTitle}>
        <DeleteAccount />
      </Part>
    </>
  );
}
