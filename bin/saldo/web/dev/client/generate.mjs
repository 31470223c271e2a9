// Writes `src/api-types.ts`: the types of the server's requests and responses, from `openapi.json`. With `--check`
// it fails if the file differs. A test of the server (`--test api openapi`) compares `openapi.json` with the routes.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const TYPES = new URL("../../src/api-types.ts", import.meta.url);

const document = JSON.parse(await readFile(new URL("../../openapi.json", import.meta.url), "utf8"));
// The pages handle all errors alike and read no headers. Without these, the file is a third as long.
for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
  const good = Object.entries(operation.responses).filter(([status]) => status < "400");
  operation.responses = Object.fromEntries(good.map(([status, { headers: _, ...response }]) => [status, response]));
}
const types = await openapiTS(document, {
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  rootTypes: true,
  rootTypesKeepCasing: true,
  rootTypesNoSchemaPrefix: true,
});
const text = `// Generated from openapi.json by \`npm run generate\`.\n${astToString(types)}`;

if (!process.argv.includes("--check")) {
  await writeFile(TYPES, text);
} else if ((await readFile(TYPES, "utf8").catch(() => "")) !== text) {
  console.error("src/api-types.ts is stale: run `npm run generate`.");
  process.exitCode = 1;
}
