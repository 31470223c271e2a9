// Runs better-auth's own client, unmodified, through all its functions for email and password.
// Usage: node client.mjs BASE_URL [saldo|reference]
// docs/api/auth.md lists the checks that apply only to Saldo or only to the reference.

import assert from "node:assert/strict";
import { bad, browser, check, good, isReference, newUser } from "./browser.mjs";

const cases = {
  async "signing up signs in"() {
    const { client, jar } = browser();
    const ada = newUser();
    const { token, user } = await good(client.signUp.email(ada));
    assert.equal(user.email, ada.email);
    assert.equal(user.emailVerified, false);
    assert.ok(jar.has("authlib.session_token") && jar.has("authlib.session_data"));
    assert.match(token, /^[A-Za-z0-9]{32}$/);
    const session = await good(client.getSession());
    assert.equal(session.session.token, token);
    assert.equal(session.session.userId, user.id);
    assert.equal(session.user.name, "Ada");
    assert.ok(session.session.expiresAt instanceof Date);
    const days = (session.session.expiresAt - session.session.createdAt) / 86_400_000;
    assert.equal(Math.round(days), 7);
  },

  async "a request without a session has no user"() {
    const { client } = browser();
    assert.equal(await good(client.getSession()), null);
    await bad(client.listSessions(), 401, "UNAUTHORIZED");
    await bad(client.listAccounts(), 401, "UNAUTHORIZED");
    await bad(client.updateUser({ name: "x" }), 401, "UNAUTHORIZED");
    await bad(client.changePassword({ currentPassword: "a", newPassword: "b" }), 401, "UNAUTHORIZED");
    await bad(client.revokeSession({ token: "x" }), 401, "UNAUTHORIZED");
    await bad(client.revokeSessions(), 401, "UNAUTHORIZED");
    await bad(client.revokeOtherSessions(), 401, "UNAUTHORIZED");
    await bad(client.deleteUser(), 401, "UNAUTHORIZED");
    assert.deepEqual(await good(client.signOut()), { success: true });
  },

  async "invalid fields are reported by their codes"() {
    const { client } = browser();
    const ada = newUser();
    await bad(client.signUp.email({ ...ada, password: "1234567" }), 400, "PASSWORD_TOO_SHORT");
    await bad(client.signUp.email({ ...ada, password: "a".repeat(129) }), 400, "PASSWORD_TOO_LONG");
    await bad(client.signUp.email({ ...ada, email: "nonsense" }), 400, "VALIDATION_ERROR");
    await good(client.signUp.email(ada));
    await bad(browser().client.signUp.email(ada), 422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
    await bad(browser().client.signIn.email({ email: "nonsense", password: "x" }), 400, "INVALID_EMAIL");
  },

  async "the right password signs in; a wrong one and an unknown user get the same response"() {
    const ada = newUser();
    await good(browser().client.signUp.email(ada));
    const { client } = browser();
    const wrong = await bad(client.signIn.email({ ...ada, password: "wrong horse" }), 401, "INVALID_EMAIL_OR_PASSWORD");
    const unknown = await bad(client.signIn.email(newUser()), 401, "INVALID_EMAIL_OR_PASSWORD");
    assert.deepEqual(wrong, unknown);
    const signedIn = await good(client.signIn.email({ email: ada.email.toUpperCase(), password: ada.password }));
    assert.equal(signedIn.redirect, false);
    assert.equal(signedIn.user.email, ada.email);
    assert.equal((await good(client.getSession())).session.token, signedIn.token);
  },

  async "a browser session sets cookies that end with the browser"() {
    const ada = newUser();
    await good(browser().client.signUp.email(ada));
    const { client, jar } = browser();
    await good(client.signIn.email({ ...ada, rememberMe: false }));
    assert.ok(jar.has("authlib.dont_remember"));
    const { session } = await good(client.getSession());
    assert.equal(Math.round((session.expiresAt - session.createdAt) / 3_600_000), 24);
  },

  async "signing out ends the session"() {
    const { client, jar } = browser();
    await good(client.signUp.email(newUser()));
    const stolen = new Map(jar);
    assert.deepEqual(await good(client.signOut()), { success: true });
    assert.equal(jar.size, 0);
    assert.equal(await good(client.getSession()), null);
    const thief = browser();
    for (const [name, value] of stolen) thief.jar.set(name, value);
    const seen = await good(thief.client.getSession());
    // In Saldo this takes effect at once; better-auth trusts its cache for five minutes.
    if (isReference) assert.notEqual(seen, null); else assert.equal(seen, null);
    assert.equal(await good(thief.client.getSession({ query: { disableCookieCache: true } })), null);
  },

  async "sessions are listed and ended"() {
    const ada = newUser();
    const [first, second, third] = [browser(), browser(), browser()];
    const { token } = await good(first.client.signUp.email(ada));
    await good(second.client.signIn.email(ada));
    const { token: thirdToken } = await good(third.client.signIn.email(ada));
    const sessions = await good(first.client.listSessions());
    assert.equal(sessions.length, 3);
    assert.ok(sessions.some((session) => session.token === token));
    assert.equal(sessions.some((session) => session.token === thirdToken), isReference);
    const other = sessions.find((session) => session.token !== token && (!isReference || session.token !== thirdToken));
    assert.deepEqual(await good(first.client.revokeSession({ token: other.token })), { status: true });
    assert.equal((await good(first.client.listSessions())).length, 2);
    assert.deepEqual(await good(first.client.revokeSession({ token: thirdToken })), { status: true });
    assert.deepEqual(await good(first.client.revokeSession({ token: "nonsense" })), { status: true });
    await good(second.client.signIn.email(ada));
    assert.deepEqual(await good(first.client.revokeOtherSessions()), { status: true });
    assert.equal(await good(second.client.getSession({ query: { disableCookieCache: true } })), null);
    assert.equal((await good(first.client.listSessions())).length, 1);
    assert.deepEqual(await good(first.client.revokeSessions()), { status: true });
    assert.equal(await good(first.client.getSession({ query: { disableCookieCache: true } })), null);
  },

  async "a user cannot end another user's session"() {
    const [ann, bob] = [browser(), browser()];
    const { token } = await good(ann.client.signUp.email(newUser()));
    await good(bob.client.signUp.email(newUser()));
    await good(bob.client.revokeSession({ token }));
    assert.notEqual(await good(ann.client.getSession({ query: { disableCookieCache: true } })), null);
  },

  async "a user can change the name and the picture, but not the address"() {
    const { client } = browser();
    await good(client.signUp.email(newUser()));
    assert.deepEqual(await good(client.updateUser({ name: "Countess", image: "https://example.com/a.png" })), { status: true });
    const { user } = await good(client.getSession());
    assert.deepEqual([user.name, user.image], ["Countess", "https://example.com/a.png"]);
    await good(client.updateUser({ image: null }));
    assert.equal((await good(client.getSession())).user.image, null);
    await bad(client.updateUser({ email: "x@example.com" }), 400, "EMAIL_CAN_NOT_BE_UPDATED");
    await bad(client.changeEmail({ newEmail: "x@example.com" }), 400, "CHANGE_EMAIL_DISABLED");
  },

  async "a picture too long for a cookie is stored"() {
    const { client } = browser();
    await good(client.signUp.email(newUser()));
    const image = `https://example.com/${"a".repeat(6000)}.png`;
    await good(client.updateUser({ image }));
    assert.equal((await good(client.getSession())).user.image, image);
    await good(client.updateUser({ image: null }));
    assert.equal((await good(client.getSession())).user.image, null);
  },

  async "changing a password requires the current one"() {
    const ada = newUser();
    const [first, second] = [browser(), browser()];
    await good(first.client.signUp.email(ada));
    await good(second.client.signIn.email(ada));
    const change = (more) => first.client.changePassword({ currentPassword: ada.password, newPassword: "battery staple", ...more });
    await bad(change({ currentPassword: "wrong horse" }), 400, "INVALID_PASSWORD");
    await bad(change({ newPassword: "short" }), 400, "PASSWORD_TOO_SHORT");
    assert.equal((await good(change({}))).token, null);
    await bad(browser().client.signIn.email(ada), 401, "INVALID_EMAIL_OR_PASSWORD");
    const { token } = await good(change({ currentPassword: "battery staple", newPassword: "correct horse 2", revokeOtherSessions: true }));
    assert.equal((await good(first.client.getSession())).session.token, token);
    assert.equal(await good(second.client.getSession({ query: { disableCookieCache: true } })), null);
    await good(browser().client.signIn.email({ ...ada, password: "correct horse 2" }));
  },

  async "sign-in methods are listed, and the last one cannot be removed"() {
    const { client } = browser();
    const { user } = await good(client.signUp.email(newUser()));
    const [account, ...others] = await good(client.listAccounts());
    assert.equal(others.length, 0);
    assert.deepEqual([account.providerId, account.accountId, account.scopes], ["credential", user.id, []]);
    await bad(client.unlinkAccount({ accountId: account.id }), 400, "FAILED_TO_UNLINK_LAST_ACCOUNT");
  },

  async "an unknown provider is not found"() {
    const { client } = browser();
    await bad(client.signIn.social({ provider: "nonsense" }), 404, "PROVIDER_NOT_FOUND");
    await good(client.signUp.email(newUser()));
    await bad(client.linkSocial({ provider: "nonsense" }), 404, "PROVIDER_NOT_FOUND");
  },

  async "features that send mail are off without a mail server"() {
    const { client } = browser();
    await bad(client.requestPasswordReset({ email: "ada@example.com", redirectTo: "/reset" }), 400, "RESET_PASSWORD_DISABLED");
    await bad(client.requestPasswordReset({ email: "ada@example.com", redirectTo: "//evil.example" }), 403, "INVALID_REDIRECT_URL");
    await bad(client.resetPassword({ newPassword: "battery staple", token: "nonsense" }), 400, "INVALID_TOKEN");
    await bad(client.sendVerificationEmail({ email: "ada@example.com" }), 400, "VERIFICATION_EMAIL_NOT_ENABLED");
    await bad(client.verifyEmail({ query: { token: "nonsense" } }), 401, "INVALID_TOKEN");
  },

  async "a user is deleted"() {
    const ada = newUser();
    const { client, jar } = browser();
    await good(client.signUp.email(ada));
    await bad(client.deleteUser({ password: "wrong horse" }), 400, "INVALID_PASSWORD");
    assert.deepEqual(await good(client.deleteUser({ password: ada.password })), { success: true, message: "User deleted" });
    assert.equal(jar.size, 0);
    await bad(client.signIn.email(ada), 401, "INVALID_EMAIL_OR_PASSWORD");
    await good(client.signUp.email(ada));
  },
};

await check(cases);
