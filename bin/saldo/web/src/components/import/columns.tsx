/** The mapping of a file's columns, with each column's name and first value. */
import { type Draft, MEANINGS, type Meaning, meaningOf, withMeaning } from "../../lib/import-mapping.ts";
import { strings } from "../../strings/index.ts";

interface Props {
  draft: Draft;
  /** The names in the header row; empty if the file has none. */
  names: readonly string[];
  /** The first rows of the file, including the header row. */
  rows: readonly string[][];
  onChange: (draft: Draft) => void;
}

export function Columns({ draft, names, rows, onChange }: Props) {
  const words = strings.importing;
  const example = rows[draft.headRow] ?? [];
  const count = Math.max(names.length, example.length);
  return (
    <table className="columns">
      <thead>
        <tr>
          <th scope="col">{words.inFile}</th>
          <th scope="col">{words.example}</th>
          <th scope="col">{words.means}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, column) => {
          const name = names[column]?.trim() || words.column(column + 1);
          const meaning = meaningOf(draft, column);
          return (
            <tr key={column} className={meaning}>
              <th scope="row">
                {name}
                {/* The example for narrow screens, which hide its column. */}
                <span className="example money">{example[column]}</span>
              </th>
              <td className="money">{example[column]}</td>
              <td>
                <select
                  aria-label={words.meaningOf(name)}
                  value={meaning}
                  onChange={(event) => onChange(withMeaning(draft, column, event.currentTarget.value as Meaning))}
                >
                  {MEANINGS.map((one) => (
                    <option key={one} value={one}>
                      {words.meanings[one]}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
