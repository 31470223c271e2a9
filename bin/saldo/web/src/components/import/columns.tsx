/** The mapping of a file's columns, with each column's name and first value. */
import { type Draft, MEANINGS, type Meaning, meaningOf, withMeaning } from "../../lib/import-mapping.ts";
import { strings } from "../../strings/index.ts";

interface Props {
  draft: Draft;
  /** The names that the file gives its columns; none when it has no row of names. */
  names: readonly string[];
  /** The first rows of the file, that of the names among them. */
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
                {/* Where there is no room for the column of examples. */}
                <span className="example">{example[column]}</span>
              </th>
              <td>{example[column]}</td>
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
