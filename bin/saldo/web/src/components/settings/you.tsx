/** The profile: name, language, appearance, password, two-factor authentication and active sessions. */
import { useEffect, useRef } from "react";
import { DENSITIES, THEMES, chooseDensity, chooseTheme, useDensity, useTheme } from "../../lib/appearance.ts";
import { LANGUAGES, type Language, chooseLanguage, currentLanguage, strings } from "../../strings/index.ts";
import { Section } from "../section.tsx";
import { OfflineReading } from "./offline-reading.tsx";
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
        <div className="stack">
          <ChooseTheme />
          <ChooseDensity />
        </div>
      </Section>
      <Section title={strings.offline.title} hint={strings.offline.hint}>
        <OfflineReading />
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
  const { appearance, themes } = strings.settings;
  return (
    <Choice name="theme" label={appearance} options={THEMES} words={themes} value={useTheme()} onChoose={chooseTheme} />
  );
}

function ChooseDensity() {
  const { density, densities } = strings.settings;
  return (
    <div>
      <p className="label" aria-hidden>
        {density}
      </p>
      <Choice
        name="density"
        label={density}
        options={DENSITIES}
        words={densities}
        value={useDensity()}
        onChoose={chooseDensity}
      />
    </div>
  );
}

interface ChoiceProps<Option extends string> {
  name: string;
  label: string;
  options: readonly Option[];
  words: Record<Option, string>;
  value: Option;
  onChoose: (option: Option) => void;
}

/** A choice that takes effect at once. */
function Choice<Option extends string>({ name, label, options, words, value, onChoose }: ChoiceProps<Option>) {
  return (
    <div className="options" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option} className="check">
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          {words[option]}
        </label>
      ))}
    </div>
  );
}
