/** The routes for views that the user saved. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A saved view. */
export type SavedView = Types.SavedViewBody;
/** A page whose views can be saved. */
export type ViewPage = Types.ViewPage;
/** A view to save. */
export type NewView = Types.SavedViewRequest;

/** `GET /api/saved-views` */
export async function listSavedViews(): Promise<SavedView[]> {
  return (await answer(client.GET("/saved-views"))).items;
}

/** `POST /api/saved-views` */
export async function saveView(view: NewView): Promise<SavedView> {
  return answer(client.POST("/saved-views", { body: view }));
}

/** `PATCH /api/saved-views/{id}` */
export async function updateView(id: string, change: Types.SavedViewChange): Promise<SavedView> {
  return answer(client.PATCH("/saved-views/{id}", { ...withId(id), body: change }));
}

/** `DELETE /api/saved-views/{id}` */
export async function deleteView(id: string): Promise<void> {
  await answer(client.DELETE("/saved-views/{id}", withId(id)));
}
