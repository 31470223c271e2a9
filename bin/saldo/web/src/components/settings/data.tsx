/** The way out: everything is deleted. */
import { strings } from "../../strings/index.ts";
import { Part } from "../part.tsx";
import { DeleteAccount } from "./delete-account.tsx";

export default function Data() {
  return (
    <Part title={strings.settings.deleteTitle}>
      <DeleteAccount />
    </Part>
  );
}
