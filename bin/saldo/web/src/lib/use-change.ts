/** Mutations that reload all data. */
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * Returns a mutation that calls `change`, reloads all data on the screen (categories, budgets and reports
 * depend on each other), and then calls `onDone`.
 */
export function useChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await client.invalidateQueries();
      onDone?.(result);
    },
  });
}
