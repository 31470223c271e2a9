/**
 * The transaction list, loaded page by page ahead of scrolling. A change of one
 * transaction updates it in place.
 */
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Transaction, type TransactionFilter, type Page, listTransactions } from "../api.ts";
import { type Total, totalGroups, totalTransactions } from "../api-transactions.ts";
import type { Grouping } from "./transaction-groups.ts";
import { TRANSACTION_LIST } from "./undo.ts";

type Pages = InfiniteData<Page<Transaction>, string | null>;

/** Number of transactions in a page. */
const PART = 500;

/** Loads the transactions of a filter, and returns functions to update them in place. */
export function useTransactionList(filter: TransactionFilter) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [TRANSACTION_LIST, filter],
    queryFn: ({ pageParam }) => listTransactions(filter, pageParam, PART),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Do not reload 100,000 transactions when the window gets focus, and drop them when the list is closed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
    structuralSharing: false,
    // Keep the old rows until those of the new filter have arrived.
    placeholderData: (before) => before,
  });
  const transactions = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    transactions,
    isLoaded: list.isSuccess,
    /** False while the rows of the previous filter are shown, which may be in another order. */
    isCurrent: !list.isPlaceholderData,
    isWhole: list.isSuccess && !list.hasNextPage,
    error: list.error,
    /** Loads the next page, unless a page is being loaded. */
    more,
    /** Replaces a transaction by its state on the server. */
    put: (transaction: Transaction) => changeItems(client, (item) => (item.id === transaction.id ? transaction : item)),
    /** Removes transactions from the list. */
    drop: (ids: ReadonlySet<string>) => changeItems(client, (item) => (ids.has(item.id) ? null : item)),
  };
}

function changeItems(client: QueryClient, change: (transaction: Transaction) => Transaction | null): void {
  client.setQueriesData<Pages>({ queryKey: [TRANSACTION_LIST] }, (pages) => {
    return (
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((item) => change(item) ?? []),
        })),
      }
    );
  });
}

/** The totals of a filter's transactions; transfers are counted separately. */
export interface Totals {
  sums: Total[];
  transfers: number;
  count: number;
  /** Pairs of accounts that may be the same one, by id. */
  countedTwice: string[][];
}

const countOf = (totals: Total[]) => totals.reduce((count, { entries }) => count + entries, 0);

/** Loads the totals of the groups of a filter's transactions; none without a grouping. */
export function useGroups(filter: TransactionFilter, grouping: Grouping | null) {
  const { sort: _, ...which } = filter;
  return useQuery({
    queryKey: ["transaction-groups", which, grouping],
    queryFn: () => totalGroups(which, grouping ?? ""),
    enabled: grouping !== null,
  });
}

/** Loads the totals of a filter's transactions from the server. */
export function useTotals(filter: TransactionFilter): Totals | undefined {
  const { sort: _, ...which } = filter;
  const totals = useQuery({
    queryKey: ["transaction-totals", which],
    queryFn: async (): Promise<Totals> => {
      const [{ items: sums, possiblyCountedTwice: countedTwice }, moves] = await Promise.all([
        totalTransactions(which),
        which.kind ? Promise.resolve([]) : totalTransactions({ ...which, kind: "transfer" }).then(({ items }) => items),
      ]);
      return { sums, transfers: countOf(moves), count: countOf(sums) + countOf(moves), countedTwice };
    },
  });
  return totals.data;
}
