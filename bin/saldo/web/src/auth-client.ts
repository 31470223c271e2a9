/** Signing up, in and out: the auth library's own client, speaking to this server's `/api/auth`. */
import { twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";

export const auth = createAuthClient({ plugins: [twoFactorClient()] });

/** Who is signed in. */
export type SignedInUser = typeof auth.$Infer.Session.user;
