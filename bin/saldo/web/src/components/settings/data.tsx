/** The user's data: bank feeds, mailboxes, export, archive, edit history and deletion. */
import { Link } from "wouter";
import { strings } from "../../strings/index.ts";
import { Controls } from "../role.tsx";
import { Section } from "../section.tsx";
import { Archive } from "./archive.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { DeleteData } from "./delete-data.tsx";
import { Export } from "./export.tsx";
import { Feeds } from "./feeds.tsx";
import { Mailboxes } from "./mailboxes.tsx";

export default function Data() {
  return (
    <>
      <Section title={strings.feeds.title} hint={strings.feeds.hint}>
        <Controls>
          <Feeds />
        </Controls>
      </Section>
      <Section title={strings.mailboxes.title} hint={strings.mailboxes.hint}>
        <Controls>
          <Mailboxes />
        </Controls>
      </Section>
      <Section title={strings.exporting.title} hint={strings.exporting.hint}>
        <Export />
      </Section>
      <Section title={strings.archive.title} hint={strings.archive.hint}>
        <Archive />
      </Section>
      <Section title={strings.edits.title} hint={strings.edits.hint}>
        <Link href="/edits" className="button">
          {strings.edits.open}
        </Link>
      </Section>
      <Section title={strings.deleting.title}>
        <Controls role="owner">
          <DeleteData />
        </Controls>
      </Section>
      <Section title={strings.settings.deleteTitle}>
        <DeleteAccount />
      </Section>
    </>
  );
}
