/** `/statements` — upload of files, and the list of statements. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { listStatements } from "../api.ts";
import { Coverage } from "../components/coverage.tsx";
import { DropZone } from "../components/drop-zone.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { RemoveSamples, TrySamples } from "../components/samples.tsx";
import { SharedFiles } from "../components/shared-files.tsx";
import { StatementRow } from "../components/statement-row.tsx";
import { UploadRow } from "../components/upload-row.tsx";
import { DataNotice } from "../components/data-notice.tsx";
import { importPath } from "../lib/statement-state.ts";
import { onArrival, useUploads } from "../lib/uploads.ts";
import { strings } from "../strings/index.ts";
import "./statements.css";

export default function Statements() {
  const client = useQueryClient();
  const uploads = useUploads();
  const list = useInfiniteQuery({
    queryKey: ["statements"],
    queryFn: ({ pageParam }) => listStatements(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  // A statement that was read changes all other data too.
  const refresh = () => void client.invalidateQueries();
  const [, go] = useLocation();
  useEffect(
    () =>
      onArrival(({ statementId, wantsLook }) => {
        void client.invalidateQueries({ queryKey: ["statements"] });
        if (wantsLook) {
          go(importPath({ id: statementId }));
        }
      }),
    [client, go],
  );

  const statements = list.data?.pages.flatMap((page) => page.items) ?? [];
  // Reading may finish before this page hears of it, so reload other data when the number of
  // processed statements changes.
  const processed = statements.filter(({ status }) => status === "processed").length;
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (list.isSuccess) {
      if (before.current !== null && before.current !== processed) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "statements" });
      }
      before.current = processed;
    }
  }, [client, list.isSuccess, processed]);
  const isEmpty = list.isSuccess && statements.length === 0 && uploads.length === 0;
  const words = strings.statements;
  return (
    <div className="page statements">
      <Heading title={isEmpty ? words.welcome : words.title} />
      {isEmpty && <p className="lead">{words.explain}</p>}
      {isEmpty && <p className="soft">{words.next}</p>}
      <SharedFiles />
      {list.isSuccess && (
        <Needs>
          <DropZone large={isEmpty}>{isEmpty && <TrySamples />}</DropZone>
        </Needs>
      )}
      {isEmpty && <DataNotice />}
      {list.isError && <Notice tone="bad">{explain(list.error)}</Notice>}
      {uploads.length > 0 && (
        <section aria-labelledby="on-their-way">
          <h2 id="on-their-way">{words.uploading}</h2>
          <ul className="rows">
            {uploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} />
            ))}
          </ul>
        </section>
      )}
      {statements.length > 0 && (
        <section aria-labelledby="all-statements">
          <h2 id="all-statements">{words.all}</h2>
          <Needs>
            <RemoveSamples statements={statements} onRemoved={refresh} />
          </Needs>
          <ul className="rows">
            {statements.map((statement) => (
              <StatementRow key={statement.id} statement={statement} onChange={refresh} />
            ))}
          </ul>
          {list.hasNextPage && (
            <button
              type="button"
              className="button"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {words.more}
            </button>
          )}
        </section>
      )}
      {!list.isPending && <Coverage statements={statements} />}
    </div>
  );
}
