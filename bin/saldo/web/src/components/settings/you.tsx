/** The profile: name, language, password, two-factor authentication and active sessions. */
import { LANGUAGES, type Language, chooseLanguage, currentLanguage, strings } from "../../strings/index.ts";
import { Part } from "../part.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoStep } from "./two-step.tsx";

export default function You() {
  const words = strings.settings;
  return (
    <>
      <Part title={words.profile}>
        <Profile />
      </Part>
      <Part title={words.language}>
        <ChooseLanguage />
      </Part>
      <Part title={words.changePassword}>
        <ChangePassword />
      </Part>
      <Part title={strings.twoStep.title}>
        <TwoStep />
      </Part>
      <Part title={words.sessions}>
        <Sessions />
      </Part>
    </>
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
