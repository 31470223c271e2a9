/** A change to what the server keeps: when it is made, whatever shows it is asked for again. */
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * `change` is what to ask of the server; `onDone` is called once it was granted. Sorting, budgets and reports hang together,
 * so all that is on the screen is asked for again.
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
