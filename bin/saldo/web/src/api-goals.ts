/** The routes for savings goals. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A goal with its progress. */
export type Goal = Types.GoalBody;
/** The reason for which a figure of a goal is unknown. */
export type GoalUnknown = Types.GoalUnknown;
/** A goal to store. */
export type GoalDraft = Types.GoalRequest;
/** A contribution to a goal. */
export type Contribution = Types.ContributionBody;

/** The goals, and the pairs of their accounts that may be the same one. */
export interface Goals {
  items: Goal[];
  possiblyCountedTwice: string[][];
}

/** `GET /api/goals` */
export async function listGoals(): Promise<Goals> {
  return answer(client.GET("/goals"));
}

/** `POST /api/goals`, or `PUT /api/goals/{id}` for an existing goal. */
export async function putGoal(id: string | null, goal: GoalDraft): Promise<void> {
  await (id === null
    ? answer(client.POST("/goals", { body: goal }))
    : answer(client.PUT("/goals/{id}", { ...withId(id), body: goal })));
}

/** `DELETE /api/goals/{id}` */
export async function deleteGoal(id: string): Promise<void> {
  await answer(client.DELETE("/goals/{id}", withId(id)));
}

/** `PUT /api/goals/order` */
export async function orderGoals(ids: string[]): Promise<void> {
  await answer(client.PUT("/goals/order", { body: { ids } }));
}

/** `GET /api/goals/{id}/contributions` */
export async function listContributions(goal: string): Promise<Contribution[]> {
  return (await answer(client.GET("/goals/{id}/contributions", withId(goal)))).items;
}

/** `POST /api/goals/{id}/contributions` */
export async function addContribution(goal: string, date: string, amount: string): Promise<void> {
  await answer(client.POST("/goals/{id}/contributions", { ...withId(goal), body: { date, amount } }));
}

/** `DELETE /api/goal-contributions/{id}` */
export async function deleteContribution(id: string): Promise<void> {
  await answer(client.DELETE("/goal-contributions/{id}", withId(id)));
}
