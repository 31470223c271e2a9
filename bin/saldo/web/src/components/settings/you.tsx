/** The profile: name, language, appearance, password, two-factor authentication and active sessions. */
import { useEffect, useRef } from "react";
import { THEMES, chooseTheme, useTheme } from "../../lib/appearance.ts";
import { LANGUAGES, type Language, chooseLanguage, currentLanguage, strings } from "../../strings/index.ts";
import { Section } from "../section.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoStep } from "./two-step.tsx";

export default function You() {
  const words = strings.settings;
  return (
    <>
      <Section title={words.profile}>
        <Profile />
      </Section>
      <Section title={words.language}>
        <ChooseLanguage />
      </Section>
      <Section title={words.appearance} hint={words.appearanceHint}>
        <ChooseTheme />
      </Section>
      <Section title={words.changePassword}>
        <ChangePassword />
      </Section>
      <Section title={strings.twoStep.title}>
        <TwoStep />
      </Section>
      <Section title={words.sessions}>
        <Sessions />
      </Section>
    </>
  );
}

/** True from a choice until the field is shown again in the new language, so that it keeps the focus. */
let justChosen = false;

function ChooseLanguage() {
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (justChosen) {
      justChosen = false;
      field.current?.focus();
    }
  }, []);
  return (
    <select
      ref={field}
      aria-label={strings.settings.language}
      value={currentLanguage()}
      onChange={(event) => {
        justChosen = true;
        void chooseLanguage(event.currentTarget.value as Language);
      }}
    >
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ChooseTheme() {
  const current = useTheme();
  return (
    <div className="themes" role="radiogroup" aria-label={strings.settings.appearance}>
      {THEMES.map((theme) => (
        <label key={theme} className="check">
          <input type="radio" name="theme" checked={theme === current} onChange={() => chooseTheme(theme)} />
          {strings.settings.themes[theme]}
        </label>
      ))}
    </div>
  );
}
