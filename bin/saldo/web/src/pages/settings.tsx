/** `/settings` — the person, their password, where they are signed in, their language, and the way out. */
import { type ReactNode, useId } from "react";
import { ChangePassword } from "../components/change-password.tsx";
import { DeleteAccount } from "../components/delete-account.tsx";
import { Heading } from "../components/heading.tsx";
import { Profile } from "../components/profile.tsx";
import { Sessions } from "../components/sessions.tsx";
import { LANGUAGES, type Language, chooseLanguage, currentLanguage, strings } from "../strings/index.ts";
import "./settings.css";

export default function Settings() {
  const words = strings.settings;
  return (
    <div className="page settings">
      <Heading title={words.title} />
      <Part title={words.profile}>
        <Profile />
      </Part>
      <Part title={words.language}>
        <ChooseLanguage />
      </Part>
      <Part title={words.changePassword}>
        <ChangePassword />
      </Part>
      <Part title={words.sessions}>
        <Sessions />
      </Part>
      <Part title={words.deleteTitle}>
        <DeleteAccount />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

function ChooseLanguage() {
  return (
    <select
      aria-label={strings.settings.language}
      value={currentLanguage()}
      onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
