/** Sign-up, sign-in and sign-out: better-auth's own client for this server's `/api/auth`. */
import { twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import { reach } from "./lib/reach.ts";

export const auth = createAuthClient({ plugins: [twoFactorClient()], fetchOptions: { customFetchImpl: reach } });

/** The signed-in user. */
export type SignedInUser = typeof auth.$Infer.Session.user;
