// Generated from openapi.json by `npm run generate`.
export interface paths {
    "/account-merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the merges of the user's accounts, newest first */
        get: operations["listMerges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-merges/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undoes a merge
         * @description The merged account is restored with its own transactions and statements.
         *
         *     Errors: 404 for an unknown merge; 409 if the merge is undone already, or if the account it was merged into no longer exists.
         */
        post: operations["undoMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists every account with its latest known balance */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Creates an account without statements: cash, a house, a loan
         * @description Errors: 400 for an empty or overlong name or institution.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one account
         * @description Errors: 404 for an unknown account.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Deletes an account
         * @description A manual account is deleted with its transactions; an account that was found on statements must have no statements and transactions left.
         *
         *     Errors: 404 for an unknown account, 409 for an account that was found on statements and still has statements or transactions.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Changes an account's name, kind, number, closing day, group, note or payer, or archives it
         * @description All but the number can be undone. Future statements with the number are imported into this account.
         *
         *     Errors: 400 for an empty or overlong name, number, group or note, and for a payer who is no member, 404 for an unknown account, 409 for a number whose statements are imported into another account.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/accounts/{id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the balances that the user entered, oldest first
         * @description Errors: 404 for an unknown account.
         */
        get: operations["listStatedBalances"];
        /**
         * Sets or deletes the user's balance at the end of a day
         * @description Errors: 400 for an amount that the account's currency does not allow, 404 for an unknown account.
         */
        put: operations["putStatedBalance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merges another account into this one, with its transactions, statements and future statements
         * @description Errors: 404 for an unknown account; 409 for accounts with different currencies.
         */
        post: operations["mergeAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a receipt that is not matched to a transaction yet
         * @description Errors: As for attaching a file to a transaction.
         */
        post: operations["storeUnmatched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/unmatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the newest attachments without a transaction, each with the transactions that it may belong to */
        get: operations["listUnmatched"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Matches an attachment to a transaction, or removes it from one
         * @description Errors: 404 for an unknown attachment or transaction; 409 if the transaction has too many.
         */
        put: operations["matchAttachment"];
        post?: never;
        /**
         * Deletes an attachment and its file
         * @description Errors: 404 for an unknown attachment.
         */
        delete: operations["deleteAttachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attachments/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the file as it was uploaded
         * @description It is sandboxed, because its content is not trusted.
         *
         *     Errors: 404 for an unknown attachment.
         */
        get: operations["getAttachmentFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the provider's profile of an account
         * @description It always fails, because that requires an access token.
         *
         *     Errors: 400 for an unknown account or because there is no access token, 401 without a session.
         */
        get: operations["authAccountInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-key/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an API token
         * @description Only this answer contains the token's text.
         *
         *     `permissions` is `{"api":["read"]}` (the default) or `{"api":["read","write"]}`. `books` is the id of a household of the user.
         *
         *     Errors: 400 for an invalid field, 401 without a session, 404 for books that the user cannot open.
         */
        post: operations["authCreateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-key/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes an API token
         * @description It stops working at once.
         *
         *     Errors: 401 without a session, 404 for a token that is not the user's.
         */
        post: operations["authDeleteApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-key/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one of the user's API tokens, without its text
         * @description Errors: 400 without an id, 401 without a session, 404 for a token that is not the user's.
         */
        get: operations["authGetApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-key/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the user's API tokens, without their texts
         * @description Errors: 400 for an invalid query, 401 without a session.
         */
        get: operations["authListApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/api-key/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the name or lifetime of an API token, or disables or enables it
         * @description Its permissions never change; create another token instead.
         *
         *     Errors: 400 for an invalid field, 401 without a session, 404 for a token that is not the user's.
         */
        post: operations["authUpdateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/callback/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Completes a sign-in through an identity provider
         * @description The browser is redirected to the callback page, or to an error page that names the reason.
         *
         *     Errors: 500 if the database fails.
         */
        get: operations["authReturnFromProvider"];
        put?: never;
        /**
         * Redirects a provider's form answer (`form_post`) to the same path with the fields in the query
         * @description Browsers send such a cross-site form without our cookies, but follow the redirect with them.
         *
         *     Errors: 400 for a field that is not text.
         */
        post: operations["authTakePostedCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/change-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejects a change of address
         * @description better-auth has this route; in Saldo it is always disabled, because the address identifies the user.
         *
         *     Errors: 400 with a session, 401 without.
         */
        post: operations["authChangeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the password of a user who knows the current one
         * @description Errors: 400 for a wrong password or a new one of invalid length, 401 without a session, 503 if too many requests hash passwords at once.
         */
        post: operations["authChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/delete-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes the user and all their data
         * @description Errors: 400 for a wrong password, or without one in a session that is older than a day; 401 without a session; 404 if a deletion token is sent, because none is ever mailed.
         */
        post: operations["authDeleteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a page that names the error of a failed sign-in through a provider */
        get: operations["authGetError"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/get-access-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the provider's access token of an account
         * @description It is always empty, because Saldo stores none.
         *
         *     Errors: 400 for an unknown account or one without a configured provider, 401 without a session.
         */
        post: operations["authGetAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the session and its user, or `null`
         * @description Errors: 500 if the database fails.
         */
        get: operations["authGetSession"];
        put?: never;
        /**
         * Rejects the request
         * @description better-auth has this route; in Saldo it is always disabled.
         *
         *     Errors: 405, always.
         */
        post: operations["authRefusePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/link-social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Links the signed-in user to an account at an identity provider
         * @description Errors: 401 without a session, 404 if no provider of that name is configured, 502 if the provider does not answer.
         */
        post: operations["authLinkSocial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/list-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the user's sign-in methods
         * @description Errors: 401 without a session.
         */
        get: operations["authListAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the user's sessions
         * @description Only the current session shows its token, the others show a handle.
         *
         *     Errors: 401 without a session, 403 if the session began more than a day ago.
         */
        get: operations["authListSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/ok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Confirms that the authentication routes are available */
        get: operations["authGetOk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the configured identity providers, for the buttons of the sign-in page */
        get: operations["authListProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refreshes the provider's tokens of an account
         * @description It always fails, because Saldo stores none.
         *
         *     Errors: 400 for an unknown account or because there is no refresh token, 401 without a session.
         */
        post: operations["authRefreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a password-reset link, if the address belongs to a user
         * @description Errors: 400 if mail is not set up, 503 if too many requests come at once.
         */
        post: operations["authRequestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a new password with a mailed token
         * @description Errors: 400 for an invalid token or a password of invalid length, 503 if too many requests hash passwords at once.
         */
        post: operations["authResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redirects a mailed link to the page that asks for the new password
         * @description Errors: 400 without that page's address, 403 if it is not trusted.
         */
        get: operations["authFollowResetLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/revoke-other-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends all of the user's sessions except the current one
         * @description Errors: 401 without a session.
         */
        post: operations["authRevokeOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends one of the user's sessions, named by its token or its handle
         * @description Errors: 401 without a session.
         */
        post: operations["authRevokeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends all of the user's sessions, including the current one
         * @description Errors: 401 without a session.
         */
        post: operations["authRevokeSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a link that verifies an address
         * @description Errors: 400 if mail is not set up, or if the signed-in user's address is a different one or already verified.
         */
        post: operations["authSendVerificationEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs a user in with e-mail address and password, or asks for a second-factor code
         * @description Errors: 400 for an invalid field, 401 for a wrong password or an unknown user alike, 403 for a page of another site, 503 if too many requests hash passwords at once.
         */
        post: operations["authSignInEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a sign-in through an identity provider, or signs in with an ID token that the page received from the provider directly
         * @description Errors: 401 for an invalid ID token, 403 if the provider has not verified the address, 404 if no provider of that name is configured, 502 if the provider does not answer.
         */
        post: operations["authSignInSocial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the current session and clears its cookies
         * @description Without a session it only clears the cookies.
         *
         *     Errors: 403 for a page of another site.
         */
        post: operations["authSignOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a user and signs them in
         * @description Errors: 400 for an invalid field, 403 for a page of another site, 422 if the address is taken, 503 if too many requests hash passwords at once.
         */
        post: operations["authSignUpEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disables two-factor sign-in and replaces the current session
         * @description Errors: 400 for a wrong password, 401 without a session.
         */
        post: operations["authDisableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts the enrollment in two-factor sign-in: returns the secret for an authenticator app and backup codes
         * @description Two-factor sign-in is enabled by the first valid code at `/auth/two-factor/verify-totp`.
         *
         *     Errors: 400 for a wrong password, if it is enabled already, or for the method `otp`; 401 without a session.
         */
        post: operations["authEnableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/generate-backup-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates new backup codes
         * @description The old codes stop working.
         *
         *     Errors: 400 for a wrong password or if two-factor sign-in is disabled, 401 without a session.
         */
        post: operations["authGenerateBackupCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/get-totp-uri": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the secret again, for another authenticator app
         * @description Errors: 400 for a wrong password or if the user has not enrolled, 401 without a session.
         */
        post: operations["authGetTotpUri"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/send-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejects the request
         * @description better-auth has this route; in Saldo it is always disabled, because a mailed code adds no security to a password that can be reset by mail.
         *
         *     Errors: 400, always.
         */
        post: operations["authSendOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-backup-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts a backup code instead of an authenticator app's code
         * @description Errors: 401 for a wrong or used code, or if no sign-in waits for one; 400 after five wrong codes; 429 after ten.
         */
        post: operations["authVerifyBackupCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejects every code, because codes are never mailed
         * @description Errors: 400, or 401 without a session and without a sign-in that waits for a code.
         */
        post: operations["authVerifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor/verify-totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts a code of an authenticator app
         * @description It completes a sign-in, or enables two-factor sign-in for a signed-in user who has enrolled.
         *
         *     Errors: 401 for a wrong or used code, or if no sign-in waits for one; 400 after five wrong codes; 429 after ten.
         */
        post: operations["authVerifyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/unlink-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes one of the user's sign-in methods
         * @description The last one cannot be removed.
         *
         *     Errors: 400 for the last method or one that is not the user's, 401 without a session, 403 if the session began more than a day ago.
         */
        post: operations["authUnlinkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the user's name or picture
         * @description Errors: 400 if there is nothing to change or the body has an `email`, 401 without a session.
         */
        post: operations["authUpdateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verifies the user's address with the token of a mailed link
         * @description Errors: 400 without a token; 401 for an invalid token, unless the link has a `callbackURL`.
         */
        get: operations["authVerifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks the user's password
         * @description Errors: 400 for a wrong password, 401 without a session, 503 if too many requests hash passwords at once.
         */
        post: operations["authVerifyPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the books that the user can open: first the user's own, then those of households in the order of joining */
        get: operations["listBooks"];
        put?: never;
        /**
         * Creates a household, whose owner the user becomes
         * @description Its books are empty.
         *
         *     Errors: 409 for too many households.
         */
        post: operations["createHousehold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a household with all its data and files, as an owner
         * @description Errors: 400 without the confirmation; 403 for a member who is not an owner; 404 for an unknown household.
         */
        delete: operations["deleteHousehold"];
        options?: never;
        head?: never;
        /**
         * Renames a household, as an owner
         * @description Errors: 403 for a member who is not an owner; 404 for an unknown household.
         */
        patch: operations["renameHousehold"];
        trace?: never;
    };
    "/books/{id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows who owes whom in a household, with the payments that settle it
         * @description Errors: 404 for an unknown household; 422 if a sum is too large.
         */
        get: operations["getBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the open invitations to a household, as an owner
         * @description Errors: 403 for a member who is not an owner; 404 for an unknown household.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invites a user to a household, as an owner
         * @description Only this answer contains the link. With an address, the link is sent by mail, too, if the server can send mail.
         *
         *     Errors: 403 for a member who is not an owner; 404 for an unknown household; 409 for too many open invitations.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes an invitation, as an owner
         * @description Errors: 403 for a member who is not an owner; 404 for an unknown household or invitation.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the members of a household, in the order of joining
         * @description Errors: 404 for an unknown household.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a membership: the user's own, or that of any member as an owner
         * @description Access ends at once, also that of the member's API tokens for these books.
         *
         *     Errors: 403 for a member who is not an owner; 404 for an unknown household or member; 409 if the household would have no owner.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        /**
         * Changes the role of a member, as an owner
         * @description Errors: 403 for a member who is not an owner; 404 for an unknown household or member; 409 if the household would have no owner.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/books/{id}/settlement-offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists transactions of the user's own books that may be the payment of a debt of theirs, or to them
         * @description Nobody else sees them, and nothing is recorded.
         *
         *     Errors: 404 for an unknown household; 422 if a sum is too large.
         */
        get: operations["listSettlementOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the settlements of a household, the one that was recorded last first
         * @description Errors: 400 for an invalid cursor or limit; 404 for an unknown household.
         */
        get: operations["listSettlements"];
        put?: never;
        /**
         * Records a payment between two members, as an editor
         * @description With a transaction, it confirms an offer of `GET /books/{id}/settlement-offers`.
         *
         *     Errors: 400 for an invalid payment, or a transaction that is another payment; 403 for a viewer; 404 for an unknown household or transaction; 409 if the transaction is recorded already, and for too many settlements.
         */
        post: operations["createSettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/settlements/{settlement}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a settlement, as an editor
         * @description Transactions stay.
         *
         *     Errors: 403 for a viewer; 404 for an unknown household or settlement.
         */
        delete: operations["deleteSettlement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/shared-expenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the shared expenses of a household, the one that was shared last first
         * @description Of a transaction in a member's own books, the other members see the day, the merchant, the amount and the shares.
         *
         *     Errors: 400 for an invalid cursor or limit; 404 for an unknown household.
         */
        get: operations["listSharedExpenses"];
        put?: never;
        /**
         * Shares a transaction of the user's own books or of the household's, as an editor
         * @description Errors: 400 for invalid shares; 403 for a viewer; 404 for an unknown household or transaction; 409 if the transaction is shared already, and for too many shared expenses.
         */
        post: operations["shareTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{id}/shared-expenses/{expense}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends the sharing of a transaction
         * @description The transaction stays.
         *
         *     Errors: 403 for a viewer, and for an editor if the expense is of another member's own books; 404 for an unknown household or expense.
         */
        delete: operations["deleteSharedExpense"];
        options?: never;
        head?: never;
        /**
         * Changes the shares of an expense, and the payer of one in the household's books
         * @description Errors: 400 for invalid shares; 403 for a viewer, and for an expense of another member's own books; 404 for an unknown household or expense; 409 if the transaction was deleted.
         */
        patch: operations["updateSharedExpense"];
        trace?: never;
    };
    "/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists every budget with its state in a month (by default the current one)
         * @description Errors: 400 for an invalid month.
         */
        get: operations["listBudgets"];
        put?: never;
        /**
         * Creates a budget
         * @description Errors: 400 for an invalid amount, start or end; 404 for a category that is not the user's; 409 if the category has a budget in this currency.
         */
        post: operations["createBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/budgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces a budget
         * @description Errors: As for creating one; 404 for an unknown budget.
         */
        put: operations["updateBudget"];
        post?: never;
        /**
         * Deletes a budget
         * @description Errors: 404 for an unknown budget.
         */
        delete: operations["deleteBudget"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists all categories, parents before their children */
        get: operations["listCategories"];
        put?: never;
        /**
         * Creates a category
         * @description Errors: 400 for an invalid name or a parent that has a parent itself, 404 for an unknown parent.
         */
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a category
         * @description Its transactions get the category in `instead`, or none.
         *
         *     Errors: 404 for an unknown category.
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        /**
         * Changes a category's name or parent
         * @description Errors: As for creating one; 404 for an unknown category.
         */
        patch: operations["updateCategory"];
        trace?: never;
    };
    "/categorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the model for categories of merchants that keywords, rules and the user's own choices do not cover
         * @description Errors: 409 if no model is configured, or if the user does not allow anything to be sent to one.
         */
        post: operations["categorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Streams the advisor's reply to the last message
         * @description With `id` or `threadId` both are stored.
         *
         *     Errors: 400 if the body has no conversation, or the last message asks nothing; 404 for an unknown thread or approval; 409 for an approval that is answered or expired; 413 if the body is too large.
         */
        post: operations["chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the notes, oldest first */
        get: operations["listMemories"];
        put?: never;
        /**
         * Creates a note
         * @description Errors: 400 for an invalid text, 409 if there are too many notes.
         */
        post: operations["createMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a note
         * @description Errors: 404 for an unknown note.
         */
        delete: operations["deleteMemory"];
        options?: never;
        head?: never;
        /**
         * Changes a note
         * @description Errors: 400 for an invalid text, 404 for an unknown note.
         */
        patch: operations["updateMemory"];
        trace?: never;
    };
    "/chat/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the available models, the default one first */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists threads, latest first
         * @description With `search` only threads that contain the text.
         *
         *     Errors: 400 for an invalid cursor, limit or search.
         */
        get: operations["listThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/threads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a thread with its messages
         * @description Errors: 404 for an unknown thread.
         */
        get: operations["getThread"];
        put?: never;
        post?: never;
        /**
         * Deletes a thread with its messages, and stops an answer that is being written
         * @description Errors: 404 for an unknown thread.
         */
        delete: operations["deleteThread"];
        options?: never;
        head?: never;
        /**
         * Renames a thread, or revokes the consent to send it to a model
         * @description Errors: 400 for an invalid title or consent, 404 for an unknown thread.
         */
        patch: operations["updateThread"];
        trace?: never;
    };
    "/chat/threads/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the traces of the thread's latest answers, oldest first
         * @description Errors: 404 for an unknown thread.
         */
        get: operations["getTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams the answer that is being written, from its beginning
         * @description Without one the status is 204.
         *
         *     Errors: 404 for a thread id that is not the user's. An unknown client id is not an error, since its chat may not have begun.
         */
        get: operations["resumeStream"];
        put?: never;
        post?: never;
        /**
         * Stops the answer that is being written
         * @description The text so far is stored.
         *
         *     Errors: 404 for an unknown thread.
         */
        delete: operations["stopStream"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists for each account the days covered by its statements, gaps, overlaps, and breaks: opening balances that differ from the previous closing balance */
        get: operations["listCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows this document as an HTML page */
        get: operations["getPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the stylesheet of that page */
        get: operations["getStyle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/duplicate-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists pairs of accounts that may be the same one
         * @description Their transactions may count twice until the accounts are merged.
         */
        get: operations["listDuplicateAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/duplicate-accounts/distinct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks two accounts as different
         * @description The pair is no longer listed.
         *
         *     Errors: 404 unless both are the user's.
         */
        post: operations["keepDistinctAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists groups of transactions that may be duplicates
         * @description Nothing is deleted.
         *
         *     Errors: 400 if there are too many transactions to analyze together.
         */
        get: operations["listDuplicates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/duplicates/distinct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks two transactions as different
         * @description The pair is no longer listed.
         *
         *     Errors: 404 unless both are the user's.
         */
        post: operations["keepDistinct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the edits, latest first
         * @description Errors: 400 for an invalid cursor or limit.
         */
        get: operations["listEdits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edits/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undoes an edit
         * @description Undoing the undo redoes the edit.
         *
         *     Errors: 404 for an unknown edit; 409 if the edit is undone already.
         */
        post: operations["undoEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports the transactions that match the filter as a file
         * @description The file is generated while it is sent.
         *
         *     Errors: 400 for an unknown format or an invalid filter.
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Decides what is imported from an account of a feed: nothing, or its transactions into a new or a known account
         * @description Errors: 400 for a missing account; 404 for an unknown account; 409 for an account of another currency.
         */
        put: operations["linkFeedAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed-authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begins a consent at a bank, for a new feed or to renew one
         * @description The browser is sent to the returned address.
         *
         *     Errors: 400 for a bank that the provider refuses; 404 for an unknown feed; 409 for too many feeds, or if the server has no such provider.
         */
        post: operations["startAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed-authorizations/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connects or renews a feed with the answer of the bank, and fetches its accounts
         * @description An answer works once, for an hour, and for the user who began the authorization.
         *
         *     Errors: 400 for an answer that is not accepted; 404 if the feed was deleted; 409 for too many feeds, or if the server has no such provider.
         */
        post: operations["finishAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feed-banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the banks of a country that can be connected
         * @description Errors: 400 for a text that is no country, or if the provider returns no banks; 409 if the server has no such provider.
         */
        get: operations["listBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the bank feeds with their accounts */
        get: operations["listFeeds"];
        put?: never;
        /**
         * Connects a bank feed with a setup token, and fetches its accounts
         * @description A token works once.
         *
         *     Errors: 400 for a token that the provider refuses; 409 for too many feeds.
         */
        post: operations["createFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a feed with its credential, and ends a consent at a bank if its provider can be reached
         * @description What it brought stays.
         *
         *     Errors: 404 for an unknown feed.
         */
        delete: operations["deleteFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{id}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetches a feed, and imports the transactions of linked accounts
         * @description A failure of the provider is in the answer.
         *
         *     Errors: 404 for an unknown feed; 409 if it is revoked or being fetched, or if all requests of the day were made.
         */
        post: operations["fetchFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Connects a feed again with a new setup token, and fetches it
         * @description Its accounts stay linked.
         *
         *     Errors: 400 for a token that the provider refuses; 404 for an unknown feed; 409 if all requests of the day were made.
         */
        put: operations["reconnectFeed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/goal-contributions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a contribution
         * @description Errors: 404 for an unknown contribution.
         */
        delete: operations["deleteContribution"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the goals in their order, with their progress */
        get: operations["listGoals"];
        put?: never;
        /**
         * Creates a goal, which follows all others
         * @description Errors: 400 for an invalid field, or an account in another currency; 404 for an account that is not the user's; 409 for too many goals.
         */
        post: operations["createGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/goals/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the order of the goals
         * @description Errors: 400 unless every goal is named exactly once.
         */
        put: operations["orderGoals"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces a goal
         * @description Its position in the order stays.
         *
         *     Errors: As for creating one; 404 for an unknown goal; 409 for a goal with contributions that gets accounts or another currency.
         */
        put: operations["updateGoal"];
        post?: never;
        /**
         * Deletes a goal with its contributions
         * @description Errors: 404 for an unknown goal.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/goals/{id}/contributions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the contributions to a goal, newest first
         * @description Errors: 404 for an unknown goal.
         */
        get: operations["listContributions"];
        put?: never;
        /**
         * Adds a contribution to a goal
         * @description Errors: 400 for an invalid date or amount; 404 for an unknown goal; 409 for a goal whose accounts count, or too many contributions.
         */
        post: operations["createContribution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Confirms that the process is running */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirms that the process can serve: the database answers, the disk is not full and the server is not stopping
         * @description Errors: 503 with the reason if it cannot.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports a previewed file and saves its mapping
         * @description Transactions that exist already are not imported again. The answer is that of `POST /process-statement`.
         *
         *     Errors: 400 for an invalid mapping, account or currency; 404 for a statement or account that is not the user's; 415 for a PDF; 422 if a row cannot be read or the detected mapping is not confirmed.
         */
        post: operations["importFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the saved mapping of each account, latest first */
        get: operations["listMappings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/mappings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes the saved mappings of the account with this id
         * @description Errors: 404 for an unknown account.
         */
        delete: operations["deleteMappings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Previews the import of a file
         * @description Nothing is imported; the file is stored like an upload.
         *
         *     Errors: 400 without a file or with an invalid mapping; 404 for an unknown statement or account; 413 if the file is too large; 415 for a file that is not a data file; 422 if it cannot be read; 507 if the disk is full.
         */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts an invitation, which is used up
         * @description Returns the books.
         *
         *     Errors: 404 for an invitation that is unknown, used, revoked or expired; 409 for a member of the household, and for too many households or members.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows the household that an invitation opens
         * @description Errors: 404 for an invitation that is unknown, used, revoked or expired.
         */
        post: operations["lookAtInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one job
         * @description Errors: 404 for an unknown job.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams a server-sent event for each change of a job
         * @description The stream ends with the job.
         *
         *     Errors: 404 for an unknown job.
         */
        get: operations["streamJobEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the mailboxes with the results for their latest messages */
        get: operations["listMailboxes"];
        put?: never;
        /**
         * Connects a mailbox after a sign-in to it
         * @description It is fetched within a minute.
         *
         *     Errors: 400 if the folder cannot be opened, with the reason; 409 for too many mailboxes.
         */
        post: operations["createMailbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailboxes/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in to a mailbox and stores nothing
         * @description Secrets that are left out are those of the mailbox `mailboxId`.
         *
         *     Errors: 400 if the folder cannot be opened, with the reason; 404 for an unknown mailbox.
         */
        post: operations["testMailbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailboxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the settings of a mailbox after a sign-in to it
         * @description Secrets that are left out stay, unless the server changes.
         *
         *     Errors: 400 if the folder cannot be opened, with the reason; 404 for an unknown mailbox.
         */
        put: operations["putMailbox"];
        post?: never;
        /**
         * Deletes a mailbox with its secrets
         * @description What was imported stays.
         *
         *     Errors: 404 for an unknown mailbox.
         */
        delete: operations["deleteMailbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailboxes/{id}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetches a mailbox at once
         * @description A failure of the mail server is in the answer.
         *
         *     Errors: 404 for an unknown mailbox; 409 if it is being fetched.
         */
        post: operations["fetchMailbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers one message of the Model Context Protocol from the data of the API token's user
         * @description Errors: 400 for a body that is not a message, or an unsupported protocol version; 401 without an API token (a session cookie is not accepted); 406 if the client does not accept both forms of an answer; 429 with `Retry-After` for a token that sends too many requests.
         */
        post: operations["answerMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports all data and files of the user as one archive
         * @description The archive is created while it is sent. A missing file is replaced by a text that names it.
         *
         *     Errors: 507 if no disk has space for the temporary table data.
         */
        get: operations["getMyData"];
        put?: never;
        post?: never;
        /**
         * Deletes all financial data and files of the user
         * @description The user account and its sign-in methods stay.
         *
         *     Errors: 400 without the confirmation.
         */
        delete: operations["deleteMyData"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/data/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restores the data and files of an archive, either all of them or nothing
         * @description Errors: 409 if the user has data already, or the server has this data; 413 if it is too large; 415 if it is not a tar file; 422 if it is not an archive that `GET /me/data` created; 507 if the disk is full.
         */
        post: operations["importMyData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the merchants of all income and spending, in alphabetical order */
        get: operations["listMerchants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives merchants one name, which makes them one merchant, or each its printed name again
         * @description The edit can be undone.
         *
         *     Errors: 400 for no or too many merchants, or an invalid name; 404 for an unknown merchant.
         */
        post: operations["nameMerchants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a channel, to which later notifications are sent
         * @description Errors: 400 for an invalid address; 409 for too many channels, or a kind that this server does not have.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a channel
         * @description Errors: 404 for an unknown channel.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification-channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test message to a channel, and reports if it was accepted
         * @description Errors: 404 for an unknown channel; 409 for a kind that this server no longer has, or an address that it can no longer read.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the latest notifications, newest first, with the number of unread ones */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks notifications as read
         * @description Without `ids`, all are marked.
         *
         *     Errors: 400 for too many ids; 404 for a text that is not an id.
         */
        post: operations["readNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the kinds that are on, and the channels */
        get: operations["getNotificationSettings"];
        /**
         * Turns kinds on and all others off, and looks for their events
         * @description Errors: 400 for an unknown kind.
         */
        put: operations["putNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this document: every route, as `OpenAPI` 3.1 */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the user's preferences: currency, financial year, advisor */
        get: operations["getPreferences"];
        /**
         * Changes the preferences
         * @description Absent fields stay as they are.
         *
         *     Errors: 400 for an invalid value or an unknown preference.
         */
        put: operations["putPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/process-statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queues the processing of a statement, waits for a while, and answers with the result or 202
         * @description Errors: 400 for an invalid body, 404 for an unknown statement, 409 if the statement is processed already, 422 if the file cannot be read.
         */
        post: operations["processStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers a query or a question in words
         * @description Errors: 400 for a query whose parts do not fit together, or if there are too many transactions to analyze together.
         */
        post: operations["answerQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the currencies with stored rates, with their first and last day */
        get: operations["listRates"];
        /**
         * Adds exchange rates from a table of the European Central Bank (`eurofxref-hist.csv`), sent as the body
         * @description Errors: 400 with the line that cannot be read; 413 if the table is too large.
         */
        put: operations["putRates"];
        post?: never;
        /** Deletes all rates */
        delete: operations["deleteRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists recurring payments and income of the last three years, also those that the user ignores, as of the last day with a transaction
         * @description Errors: 400 if there are too many transactions to analyze together.
         */
        get: operations["listRecurring"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recurring/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirms or ignores recurring payments, or clears the decision
         * @description Those of one merchant with the same currency, direction and rhythm are decided together.
         *
         *     Errors: 404 for a decision about no recurring payment of the list; 409 for too many decisions; 400 for an empty or overlong merchant, or too many transactions to analyze together.
         */
        put: operations["decideRecurring"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/cash-flow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports income and spending per `day`, `week`, `month` (default), `quarter` or `year`
         * @description Errors: 400 for an invalid query, or a report with too many rows.
         */
        get: operations["reportCashFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports income and spending of each merchant, greatest spending first
         * @description Errors: 400 for an invalid query.
         */
        get: operations["reportMerchants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/net-worth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports the balances of the accounts at the end of each month
         * @description Errors: 400 for an invalid query, or a period with too many months.
         */
        get: operations["reportNetWorth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports income and spending of each category
         * @description The figures of a parent include its children.
         *
         *     Errors: 400 for an invalid query.
         */
        get: operations["reportSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports income and spending of each tag, greatest spending first
         * @description A transaction counts for each of its tags.
         *
         *     Errors: 400 for an invalid query.
         */
        get: operations["reportTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the rules in the order in which they are tried */
        get: operations["listRules"];
        put?: never;
        /**
         * Creates a rule, which is tried after all others
         * @description Errors: 400 with the reason for an invalid rule, 404 for a category or account that is not the user's.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies all rules to all transactions, except those whose category the user chose
         * @description Errors: 400 if there are too many transactions to analyze together.
         */
        post: operations["applyRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the order in which rules are tried
         * @description Errors: 400 unless every rule is named exactly once.
         */
        put: operations["orderRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Previews the changes that a rule would make, before it is saved
         * @description Errors: As for creating one.
         */
        post: operations["previewRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces a rule
         * @description Its position in the order stays.
         *
         *     Errors: As for creating one; 404 for an unknown rule.
         */
        put: operations["updateRule"];
        post?: never;
        /**
         * Deletes a rule
         * @description Its past changes to transactions stay.
         *
         *     Errors: 404 for an unknown rule.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the saved views, oldest first */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Saves a view
         * @description Errors: 400 for an invalid name or query; 409 for a name that another view of the page has, or too many views.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a view
         * @description Errors: 404 for an unknown view.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Renames a view, or changes its query
         * @description Errors: As for saving one; 404 for an unknown view.
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the statements, or those with a part of `account`, newest first
         * @description Errors: 400 for an invalid cursor or limit, 404 for an unknown account.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one statement
         * @description Errors: 404 for an unknown statement.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        /**
         * Deletes the statement, its file, and the transactions that were found only in it
         * @description Errors: 404 for an unknown statement.
         */
        delete: operations["deleteStatement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers a question about a statement, and reads it again
         * @description Errors: 400 for an invalid answer, 404 for an unknown statement, 409 if the statement does not leave this open, 422 if the file cannot be read.
         */
        post: operations["answerStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the file as it was uploaded
         * @description It is sandboxed, because its content is not trusted.
         *
         *     Errors: 404 for an unknown statement.
         */
        get: operations["getStatementFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the transactions in the statement's own order, account by account
         * @description Errors: 404 for an unknown statement.
         */
        get: operations["listStatementTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists every tag in use with the number of its transactions */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the transactions that match the filter, page by page
         * @description Errors: 400 for an invalid filter, cursor or limit.
         */
        get: operations["listTransactions"];
        put?: never;
        /**
         * Adds a transaction
         * @description With `statementId` it becomes a line of that statement, for a line that was not read.
         *
         *     Errors: 400 for invalid fields, 404 for an account, statement or category that is not the user's.
         */
        post: operations["createTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the selected transactions in the same way, as one edit that can be undone
         * @description Errors: 400 for invalid fields or too many transactions, 404 if one of the ids is not the user's.
         */
        patch: operations["updateTransactions"];
        trace?: never;
    };
    "/transactions/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes the selected transactions, as one edit that can be undone
         * @description Errors: 400 for an invalid selection or too many transactions, 404 if one of the ids is not the user's.
         */
        post: operations["deleteTransactions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals the transactions that match the filter, separately for each currency
         * @description Errors: 400 for an invalid filter.
         */
        get: operations["totalTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/totals/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals the transactions that match the filter by day, month, category, merchant, account or tag, separately for each currency
         * @description Errors: 400 for an invalid filter or grouping.
         */
        get: operations["totalGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns one transaction
         * @description Errors: 404 for an unknown transaction.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        /**
         * Deletes a transaction
         * @description The deletion can be undone.
         *
         *     Errors: 404 for an unknown transaction.
         */
        delete: operations["deleteTransaction"];
        options?: never;
        head?: never;
        /**
         * Changes a transaction
         * @description The statement's own text stays in `originalDescription`.
         *
         *     Errors: 400 for invalid fields, 404 for an unknown transaction or category.
         */
        patch: operations["updateTransaction"];
        trace?: never;
    };
    "/transactions/{id}/alike": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the other transactions of the same merchant that have a different category
         * @description A category that the user chose for one may be right for them too.
         *
         *     Errors: 404 for an unknown transaction.
         */
        get: operations["listAlike"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the attachments of a transaction, oldest first
         * @description Errors: 404 for an unknown transaction.
         */
        get: operations["listAttachments"];
        put?: never;
        /**
         * Attaches a file to a transaction
         * @description Its text is read afterwards.
         *
         *     Errors: 400 without a file; 404 for an unknown transaction; 409 for too many attachments; 413 for a file that is too large or a full quota; 415 if the body is not multipart or the file is no PDF, JPG or PNG; 422 for a file that is damaged or incomplete; 507 if the disk is full.
         */
        post: operations["attach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explains a transaction's category: the rule that set it, the user's similar choices, and the model
         * @description Errors: 404 for an unknown transaction.
         */
        get: operations["explainTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the changes to a transaction, latest first
         * @description It works for deleted transactions too.
         *
         *     Errors: 404 if nothing is known of the transaction.
         */
        get: operations["listTransactionHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/shared-expense": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows how a transaction of these books is shared, and who pays by default
         * @description Errors: 404 for an unknown transaction.
         */
        get: operations["getSharing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/splits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Splits a transaction among categories
         * @description Errors: 400 if the splits do not add up to the transaction's amount, 404 for an unknown transaction.
         */
        put: operations["splitTransaction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists pairs of transactions that may be transfers between own accounts and are not marked as such
         * @description Errors: 400 if there are too many transactions to analyze together.
         */
        get: operations["listTransferOffers"];
        put?: never;
        /**
         * Marks two transactions as a transfer
         * @description Changing the kind of one of them removes the mark.
         *
         *     Errors: 404 unless both are the user's, belong to different accounts, and one is outgoing and the other incoming; 400 for different amounts in the same currency.
         */
        post: operations["linkTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores statement files
         * @description If one file is invalid, the others are stored nevertheless.
         *
         *     Errors: 400 without a file; 413 for a file that is too large, too many files, or a full quota; 415 if the body is not multipart or the file format is not supported; 503 if too many ZIP files are unpacked at once; 507 if the disk is full.
         */
        post: operations["upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A report that answers a question.
         * @enum {string}
         */
        About: "recurring" | "ended" | "due" | "budgets" | "coverage" | "duplicates" | "runway" | "origin" | "help";
        /** @description A statement that is still being processed. */
        AcceptedBody: {
            jobId: components["schemas"]["Id"];
            statementId: components["schemas"]["Id"];
            status: string;
            success: boolean;
        };
        /** @description A provider's access token. */
        AccessToken: {
            /** @description Always empty: Saldo does not store provider tokens. */
            accessToken: string;
            /** @description The scopes that the provider granted. */
            scopes: string[];
        };
        /** @description The balance of an account. */
        AccountBalanceBody: {
            accountId: components["schemas"]["Id"];
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
        };
        /** @description An account whose data ends before that of the others. */
        AccountBehind: {
            /** @description The account. */
            account: components["schemas"]["Id"];
            /**
             * Format: date
             * @description The last day with complete data.
             */
            until: string;
        };
        /** @description An account. */
        AccountBody: {
            /** @description True if the account is listed apart from those in use. It counts in all figures. */
            archived: boolean;
            balance: components["schemas"]["BalanceBody"] | null;
            byHand: boolean;
            /** Format: date */
            closedOn: string | null;
            createdAt: components["schemas"]["Timestamp"];
            currency: components["schemas"]["Currency"];
            /** @description The name of the group under which the account is listed. */
            group: string | null;
            id: components["schemas"]["Id"];
            institution: string | null;
            kind: components["schemas"]["AccountKind"];
            name: string;
            /** @description The user's note. */
            note: string | null;
            number: string | null;
            numberMasked: string | null;
            paidBy: components["schemas"]["Id"] | null;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Changes to an account. Absent fields stay as they are; `closedOn: null` reopens the account, and `null`
         *     removes its number, group, note or payer.
         */
        AccountChange: {
            archived?: boolean | null;
            /** Format: date */
            closedOn?: string | null;
            group?: string | null;
            kind?: components["schemas"]["AccountKind"] | null;
            name?: string | null;
            note?: string | null;
            number?: string | null;
            paidBy?: components["schemas"]["Id"] | null;
        };
        /**
         * @description The kind of account.
         * @enum {string}
         */
        AccountKind: "checking" | "savings" | "card" | "investment" | "cash" | "property" | "loan" | "other";
        /** @description One of the user's sign-in methods. */
        AccountRequest: {
            /** @description The id, as listed by `/auth/list-accounts`. */
            accountId: string;
        };
        /** @description The settings of the advisor. */
        AdvisorPreferences: {
            /**
             * @description True if the advisor may use the user's notes and ask to add to them.
             * @default false
             */
            memory: boolean;
            /**
             * @description The user's decision on sending data to a model outside this machine.
             * @default ask
             */
            sends: components["schemas"]["SendingConsent"];
        };
        /** @description Changes to the advisor's preferences. Absent fields stay as they are. */
        AdvisorPreferencesChange: {
            memory?: boolean | null;
            sends?: components["schemas"]["SendingConsent"] | null;
        };
        /** @description Another reading that explains the printed figures equally well. */
        AlternativeBody: {
            differs: components["schemas"]["Difference"][];
            examples: components["schemas"]["AlternativeExample"][];
            message: string;
        };
        /** @description A transaction with its date and amount under another reading. */
        AlternativeExample: {
            amount: components["schemas"]["Decimal"];
            /** Format: date */
            date: string;
            entryId: components["schemas"]["Id"];
        };
        /** @description An amount at a stored rate, and its difference from the other amount. */
        AmountAtRateBody: {
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
            /** Format: int64 */
            offPerMille: number;
            rates: components["schemas"]["RateBody"][];
        };
        /** @description An answer about one account of a statement: one of `asShown`, `alternative`, `currency` and `year`. */
        AnswerRequest: {
            /**
             * Format: int32
             * @description The index of the account in the statement; 0 by default.
             */
            account?: number;
            /**
             * Format: int32
             * @description The index of the alternative that is right.
             */
            alternative?: number | null;
            /** @description True if the statement is read correctly. */
            asShown?: boolean | null;
            /** @description The currency. */
            currency?: string | null;
            /** @description The password of the file, which is read again. */
            password?: string | null;
            /**
             * Format: int32
             * @description The year of the account's last transaction.
             */
            year?: number | null;
        };
        ApiKeyList: {
            apiKeys: components["schemas"]["ApiKeyRecord"][];
            limit?: number;
            offset?: number;
            total: number;
        };
        /**
         * @description An API token as better-auth's JSON. Fields of features that Saldo does not have (refills, remaining uses,
         *     rate limits, metadata) are null.
         */
        ApiKeyRecord: {
            /** @description The books that the token opens, if they are not the user's own. */
            books?: components["schemas"]["Id"];
            configId: string;
            createdAt: components["schemas"]["Timestamp"];
            enabled: boolean;
            expiresAt: components["schemas"]["Timestamp"] | null;
            id: components["schemas"]["Id"];
            key?: string;
            lastRefillAt: components["schemas"]["Timestamp"] | null;
            lastRequest: components["schemas"]["Timestamp"] | null;
            metadata: Record<string, unknown> | null;
            name: string | null;
            permissions: components["schemas"]["Permissions"];
            prefix: string | null;
            rateLimitEnabled: boolean;
            /** Format: int64 */
            rateLimitMax: number | null;
            /** Format: int64 */
            rateLimitTimeWindow: number | null;
            referenceId: components["schemas"]["Id"];
            /** Format: int64 */
            refillAmount: number | null;
            /** Format: int64 */
            refillInterval: number | null;
            /** Format: int64 */
            remaining: number | null;
            /** Format: int64 */
            requestCount: number;
            start: string;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The number of transactions that rules changed. */
        AppliedBody: {
            /**
             * Format: int64
             * @description The number.
             */
            changed: number;
        };
        /** @description A receipt or another document of a transaction. */
        AttachmentBody: {
            createdAt: components["schemas"]["Timestamp"];
            fileName: string;
            id: components["schemas"]["Id"];
            /** @description The type, detected from the content. */
            mediaType: components["schemas"]["MediaType"];
            /** @description The SHA-256 digest of the content, in hexadecimal. */
            sha256: string;
            /**
             * Format: int64
             * @description The size in bytes.
             */
            size: number;
            /** @description The recognized text, which searches find; empty if there is none. */
            text: string;
            textState: components["schemas"]["AttachmentText"];
            transactionId: components["schemas"]["Id"] | null;
        };
        /** @description A receipt. */
        AttachmentForm: {
            /** @description A part with a file name: PDF, JPG or PNG. */
            file: components["schemas"]["File"];
        };
        /** @description The transaction of an attachment. */
        AttachmentMatchRequest: {
            transactionId?: components["schemas"]["Id"] | null;
        };
        /** @description A transaction that a receipt may belong to: its amount is one of the receipt. */
        AttachmentOfferBody: {
            /**
             * Format: int64
             * @description The days from the date of the receipt to that of the transaction; `null` if the receipt shows none.
             */
            days: number | null;
            /** @description True if the receipt names the merchant. */
            namesMerchant: boolean;
            transaction: components["schemas"]["TransactionBody"];
        };
        /**
         * @description The state of an attachment's text.
         * @enum {string}
         */
        AttachmentText: "waiting" | "read" | "unavailable";
        /** @description The body of an error answer. */
        AuthErrorBody: {
            code?: string;
            error: string;
            id?: string;
            message: string;
        };
        /** @description New backup codes. */
        BackupCodes: {
            /** @description Backup codes. Each works once. */
            backupCodes: string[];
            /** @description Always `true`. */
            status: boolean;
        };
        /** @description The latest known balance of an account. */
        BalanceBody: {
            amount: components["schemas"]["Decimal"];
            /** Format: date */
            date: string;
        };
        /** @description The balance at the end of a day; `amount: null` deletes it. */
        BalanceRequest: {
            amount?: components["schemas"]["Decimal"] | null;
            /** Format: date */
            date: string;
        };
        /** @description The balances between the members of a household. */
        BalancesBody: {
            /** @description The balances by currency. */
            currencies: components["schemas"]["CurrencyBalancesBody"][];
            /** @description The members in the order of joining, then the former ones who have a part. */
            members: components["schemas"]["ParticipantBody"][];
        };
        /** @description A set of books that the user can open. */
        BooksBody: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The value of the header `Saldo-Books`. */
            id: components["schemas"]["Id"];
            /** @description True for a household, false for the user's own books. */
            isHousehold: boolean;
            /** @description The name of the household, or that of the user. */
            name: string;
            /** @description The role of the user. */
            role: components["schemas"]["BooksRole"];
        };
        /**
         * @description The permissions of a user in a set of books. A later role includes those before it.
         * @enum {string}
         */
        BooksRole: "viewer" | "editor" | "owner";
        /** @description Two consecutive statements whose balances differ. */
        BreakBody: {
            after: components["schemas"]["Id"];
            before: components["schemas"]["Id"];
            closing: components["schemas"]["Decimal"];
            difference: components["schemas"]["Decimal"] | null;
            opening: components["schemas"]["Decimal"];
        };
        /** @description Income and spending of a period. */
        BucketBody: {
            converted: components["schemas"]["ConvertedBody"] | null;
            flows: components["schemas"]["FlowBody"][];
            /** Format: date */
            from: string;
            key: string;
            /**
             * Format: date
             * @description The first day with complete data, if the period begins before it.
             */
            knownFrom: string | null;
            /**
             * Format: date
             * @description The last day with known transactions, if the period continues after it.
             */
            knownUntil: string | null;
            /** Format: date */
            to: string;
        };
        /** @description The amounts of a budget's state. */
        BudgetAmountsBody: {
            left: components["schemas"]["Decimal"];
            rolled: components["schemas"]["Decimal"];
            spent: components["schemas"]["Decimal"];
        };
        /** @description A budget and its state. */
        BudgetBody: {
            amount: components["schemas"]["Decimal"];
            categoryId: components["schemas"]["Id"];
            currency: components["schemas"]["Currency"];
            end: components["schemas"]["Month"] | null;
            id: components["schemas"]["Id"];
            rhythm: components["schemas"]["BudgetRhythm"];
            rollOver: components["schemas"]["RollOver"];
            start: components["schemas"]["Month"];
            state: components["schemas"]["BudgetStateBody"] | null;
        };
        /** @description The contents of a budget. */
        BudgetRequest: {
            amount: components["schemas"]["Decimal"];
            categoryId: components["schemas"]["Id"];
            currency: components["schemas"]["Currency"];
            end?: components["schemas"]["Month"] | null;
            rhythm: components["schemas"]["BudgetRhythm"];
            rollOver: components["schemas"]["RollOver"];
            start: components["schemas"]["Month"];
        };
        /**
         * @description The period of a budget's limit.
         * @enum {string}
         */
        BudgetRhythm: "monthly" | "yearly";
        /** @description The state of a budget at the end of a month. */
        BudgetStateBody: components["schemas"]["BudgetAmountsBody"] & {
            converted: components["schemas"]["ConvertedStateBody"] | null;
            month: components["schemas"]["Month"];
            since: components["schemas"]["Month"];
            /** Format: int64 */
            spentPerMille: number | null;
        };
        /** @description Selected transactions, and a change to all of them. */
        BulkRequest: components["schemas"]["SelectionRequest"] & {
            /** @description The change. */
            change: components["schemas"]["TransactionChange"];
        };
        /** @description The user's consent to the request to the model. */
        CategorizeRequest: {
            consent?: components["schemas"]["ConsentToCategorize"] | null;
        };
        /** @description The result of asking a model. */
        CategorizedBody: {
            /**
             * Format: int64
             * @description The number of merchants that it was asked about.
             */
            asked: number;
            /**
             * Format: int64
             * @description The number of transactions that were categorized.
             */
            entries: number;
            /**
             * Format: int64
             * @description The number of those for which it named a category.
             */
            known: number;
            /** @description The model that was asked, or would be. */
            model: string;
            question: components["schemas"]["QuestionBody"] | null;
            stopped: components["schemas"]["StoppedBody"] | null;
            /**
             * Format: int64
             * @description The number of input and output tokens used.
             */
            tokens: number;
            /**
             * Format: int64
             * @description The number of the others.
             */
            unknown: number;
        };
        /** @description A category. */
        CategoryBody: {
            id: components["schemas"]["Id"];
            key: string | null;
            name: string;
            parentId: components["schemas"]["Id"] | null;
        };
        /**
         * @description The origin of a transaction's category.
         * @enum {string}
         */
        CategoryBy: "words" | "user" | "rule" | "learned" | "model";
        /**
         * @description Changes to a category. Absent fields stay as they are; `parentId: null` moves the category to the top
         *     level.
         */
        CategoryChange: {
            name?: string | null;
            parentId?: components["schemas"]["Id"] | null;
        };
        /**
         * @description A possible cause of contradicting figures, and the meaning of the amount that is reported with it. The
         *     order is by likelihood.
         * @enum {string}
         */
        CauseCode: "sign_flipped" | "row_doubled" | "row_extra" | "amount_doubled" | "digits_swapped" | "point_slipped" | "digit_misread" | "row_missing" | "total_disagrees" | "count_disagrees" | "mixed_currencies" | "contradiction";
        /** @description Another email address. This server never changes an address. */
        ChangeEmailRequest: {
            /**
             * Format: email
             * @description The new address.
             */
            newEmail: string;
        };
        /** @description The current and the new password. */
        ChangePasswordRequest: {
            /** @description The current password. */
            currentPassword: string;
            /** @description 8 to 128 characters, counted in UTF-16 code units as browsers do: an emoji counts as two. */
            newPassword: string;
            /** @description If `true`, all other sessions end. */
            revokeOtherSessions?: boolean | null;
        };
        Changed: {
            token: string | null;
            user: components["schemas"]["UserRecord"];
        };
        /** @description An account after a change. */
        ChangedAccountBody: components["schemas"]["AccountBody"] & {
            edit: components["schemas"]["EditBody"] | null;
        };
        /**
         * @description A way in which notifications leave the server.
         * @enum {string}
         */
        ChannelKind: "webhook" | "ntfy" | "mail";
        /** @description A conversation whose last message is to be answered. Additional fields are ignored. */
        ChatBody: {
            /** @description The user's consent to send the conversation to a remote model: `once`, `thread` or `no`. */
            consent?: string | null;
            /** @description The conversation's id, chosen by the client. The chat is stored under it. */
            id?: string | null;
            /** @description The message that is edited, regenerated or continued. */
            messageId?: string | null;
            /** @description The messages so far, oldest first. */
            messages: components["schemas"]["ChatMessage"][];
            /** @description The model that answers, by its name in `/chat/models`. */
            model?: string | null;
            /** @description The thread's id, instead of `id`. */
            threadId?: string | null;
            /** @description `submit-message`, or `regenerate-message` for a new version of the last answer. */
            trigger?: string | null;
        };
        /** @description A message with `content`, or with `parts` as the AI SDK sends them. */
        ChatMessage: {
            /** @description The text. */
            content?: string | null;
            /** @description The message's id, chosen by the client. */
            id?: string | null;
            /** @description The parts of the message. */
            parts?: components["schemas"]["ChatPart"][] | null;
            /** @description The author. */
            role: components["schemas"]["ChatRole"];
        };
        /** @description A part of a message. Parts of unknown types are ignored. */
        ChatPart: {
            /** @description The text of a part of type `text`. */
            text?: string | null;
            /** @description `text`, or another type of the AI SDK. */
            type: string;
        };
        /**
         * @description The author of a message.
         * @enum {string}
         */
        ChatRole: "user" | "assistant" | "system";
        /** @description The printed figures of a section. */
        ChecksBody: {
            /**
             * Format: int32
             * @description The number of those that agree with the transactions.
             */
            holding: number;
            /** @description The result in words, with the first figure that does not hold. */
            message: string;
            /**
             * Format: int32
             * @description The number of printed figures that were compared.
             */
            printed: number;
        };
        /** @description A second-factor code. */
        CodeRequest: {
            /** @description The code. */
            code: string;
            /** @description For a backup code: if `true`, no session is created. */
            disableSession?: boolean | null;
            /** @description If `true`, this browser is not asked for a code for 30 days. */
            trustDevice?: boolean | null;
        };
        /** @description Properties of transactions. */
        Conditions: {
            /** @description The accounts. */
            accounts?: components["schemas"]["Id"][];
            /**
             * @description The categories, each with its subcategories. Of a split transaction, only the splits in these
             *     categories count.
             */
            categories?: components["schemas"]["Id"][];
            /** @description Money in, or money out. */
            directions?: components["schemas"]["Direction"][];
            /** @description Income and spending, or transfers between own accounts. */
            kinds?: components["schemas"]["TransactionKind"][];
            /** @description The merchants, by the names under which their transactions are grouped. */
            merchants?: string[];
            /** @description Periods, in addition to the period of the filter. */
            periods?: components["schemas"]["DateRange"][];
            /** @description Limits on the amount, regardless of its direction. Unlike in the other lists, all of them must be met. */
            sizes?: components["schemas"]["Size"][];
            /** @description The tags. */
            tags?: components["schemas"]["Tag"][];
            /** @description Texts that the description, the printed description or the note contains, ignoring case and accents. */
            texts?: string[];
            /** @description Uncategorized transactions. Together with `categories`, either is enough. */
            uncategorized?: boolean;
            /**
             * @description The days of the week.
             * @example [
             *       "Sat",
             *       "Sun"
             *     ]
             */
            weekdays?: string[];
        };
        /**
         * @description The user's consent to one request.
         * @enum {string}
         */
        ConsentToCategorize: "once";
        /** @description A printed figure that contradicts the others. */
        ContradictionBody: {
            afterEntryId: components["schemas"]["Id"] | null;
            /** @description The printed figure less the one that follows from the transactions. */
            difference: components["schemas"]["Decimal"];
            entryId: components["schemas"]["Id"] | null;
            figure: components["schemas"]["PrintedFigure"];
            message: string;
        };
        /** @description A contribution to a goal. */
        ContributionBody: {
            amount: components["schemas"]["Decimal"];
            /** Format: date */
            date: string;
            id: components["schemas"]["Id"];
        };
        /** @description A contribution to add. A negative amount was taken out. */
        ContributionRequest: {
            amount: components["schemas"]["Decimal"];
            /** Format: date */
            date: string;
        };
        /** @description An amount in the currency that the user prefers. */
        ConvertedAmountBody: {
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
            rates: components["schemas"]["RateBody"][];
        };
        /** @description Income and spending in one currency, with the rates that were used. */
        ConvertedBody: {
            currency: components["schemas"]["Currency"];
            income: components["schemas"]["Decimal"];
            rates: components["schemas"]["RateBody"][];
            spending: components["schemas"]["Decimal"];
        };
        /** @description The figures of an answer in one currency. */
        ConvertedRows: {
            /** @description The currency of the figures. */
            currency: components["schemas"]["Currency"];
            /** @description The rates at which amounts were converted. */
            rates: {
                [key: string]: components["schemas"]["QueryRate"];
            };
            /** @description The figures, one for each group. */
            rows: components["schemas"]["QueryRow"][];
        };
        /** @description The amounts of a budget's state in the currency that the user prefers. */
        ConvertedStateBody: components["schemas"]["BudgetAmountsBody"] & {
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
            rates: components["schemas"]["RateBody"][];
        };
        /** @description A correction of a misspelled word. */
        Correction: {
            /** @description The name that was used instead. */
            takenFor: string;
            /** @description The word as the user wrote it. */
            written: string;
        };
        /** @description The days of an account that its statements cover. */
        CoverageBody: {
            accountId: components["schemas"]["Id"];
            breaks: components["schemas"]["BreakBody"][];
            covered: components["schemas"]["PeriodBody"][];
            currency: components["schemas"]["Currency"];
            gaps: components["schemas"]["PeriodBody"][];
            overlaps: components["schemas"]["OverlapBody"][];
            undated: components["schemas"]["Id"][];
        };
        /** @description Details of a new API token. */
        CreateApiKeyRequest: {
            /** @description The books that the token opens; the user's own by default. */
            books?: components["schemas"]["Id"];
            /**
             * Format: double
             * @description Lifetime in seconds; `null` for unlimited.
             */
            expiresIn?: number | null;
            /** @description A name that the user chooses. */
            name?: string;
            /** @description The permissions; `read` by default. */
            permissions?: components["schemas"]["PermissionsRequest"];
            /** @description The beginning of the token's text. */
            prefix?: string;
        };
        /** @description A channel that was added. */
        CreatedNotificationChannel: {
            channel: components["schemas"]["NotificationChannel"];
            /** @description The key of the signatures of a webhook. It is not shown again. */
            signingKey: string | null;
        };
        /** @description The mapping of a CSV file. Columns are counted from 0. */
        CsvMapping: {
            /** @description The column of the signed amount. It excludes `moneyIn` and `moneyOut`. */
            amount?: number | null;
            /** @description The column of the balance after the transaction. */
            balance?: number | null;
            currency?: components["schemas"]["Currency"] | null;
            /** @description The column of each row's currency. */
            currencyColumn?: number | null;
            /** @description The column of the booking date. */
            date: number;
            /** @description The decimal separator, `.` or `,`. If absent, the amounts decide. */
            decimal?: string | null;
            /** @description The columns that form the description, in this order. */
            descriptions?: number[];
            /** @description The column that states the direction, if the amounts have no signs. */
            direction?: number | null;
            /** @description The column of a fee that is charged in addition to the amount. */
            fee?: number | null;
            /** @description The number of the header row, from 1, not counting empty rows; 0 if there is none. */
            headRow: number;
            /** @description The column of money in, if it is separate. */
            moneyIn?: number | null;
            /** @description The column of money out, if it is separate. */
            moneyOut?: number | null;
            /**
             * @description True if the month precedes the day. If absent, the dates decide; if these allow both orders, the month
             *     comes first only between slashes in US dollars.
             */
            monthFirst?: boolean | null;
            /** @description True if all signs are inverted, as for cards whose purchases are positive. */
            negate?: boolean;
            /** @description The separator between cells: `,`, `;`, `|` or a tab. */
            separator: string;
            /** @description The column of the value date. */
            valueDate?: number | null;
        };
        /**
         * @description A code of ISO 4217.
         * @example EUR
         */
        Currency: string;
        /** @description The balances of one currency. They add up to zero. */
        CurrencyBalancesBody: {
            balances: components["schemas"]["MemberBalanceBody"][];
            currency: components["schemas"]["Currency"];
            /** @description The payments after which every balance is zero. */
            transfers: components["schemas"]["DebtBody"][];
        };
        /** @description A hypothetical cut in spending. */
        Cut: {
            /** @description The transactions to which the cut applies, among those of the query. */
            only: components["schemas"]["Conditions"];
            /**
             * Format: int32
             * @description The size of the cut in percent; 100 excludes the transactions.
             */
            percent: number;
        };
        /** @description A range of days, both ends included. A missing end is open. */
        DateRange: {
            /**
             * Format: date
             * @description The first day.
             */
            from?: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            to?: string | null;
        };
        /** @description A payment that settles what `from` owes. */
        DebtBody: {
            amount: string;
            /** @description The id of the member who pays. */
            from: components["schemas"]["Id"];
            /** @description The id of the member who receives it. */
            to: components["schemas"]["Id"];
        };
        /**
         * @description An amount with the digits of its currency, signed from the account holder's side: money out is negative.
         * @example -12.34
         */
        Decimal: string;
        /**
         * @description A decision of the user about a recurring payment.
         * @enum {string}
         */
        Decision: "confirmed" | "ignored";
        /** @description An API token to delete. */
        DeleteApiKeyRequest: {
            /** @description The token's id. */
            keyId: components["schemas"]["Id"];
        };
        /** @description The confirmation that a household is to be deleted. */
        DeleteHousehold: {
            /** @description Must be `delete this household`. */
            confirm: string;
        };
        /** @description A confirmation of the deletion. */
        DeleteMyData: {
            /** @description Must be `delete my data`. */
            confirm: string;
        };
        /** @description A confirmation that the user wants to be deleted. */
        DeleteUserRequest: {
            /** @description The user's password. Not required in a session that began less than a day ago. */
            password?: string | null;
        };
        /** @description The user is deleted. */
        Deleted: {
            /** @description Always `User deleted`. */
            message: string;
            /** @description Always `true`. */
            success: boolean;
        };
        /** @description A delivery to a channel. */
        DeliveryBody: {
            /** Format: int32 */
            attempts: number;
            channelId: components["schemas"]["Id"];
            deliveredAt: components["schemas"]["Timestamp"] | null;
            dueAt: components["schemas"]["Timestamp"] | null;
            /** @description The reason why the latest attempt failed. */
            failure: string | null;
        };
        /**
         * @description A fact in which two readings of a statement may differ.
         * @enum {string}
         */
        Difference: "signs" | "rows" | "years" | "dates" | "currency";
        /** @description An account without data of the last days of a digest. */
        DigestBehind: {
            /** @description The name of the account. */
            name: string;
            /**
             * Format: date
             * @description The last day for which there is data.
             */
            until: string;
        };
        /** @description A category in a digest. */
        DigestCategoryFacts: {
            categoryId: components["schemas"]["Id"] | null;
            /** @description Its name at the time of the digest. */
            name: string | null;
            /** @description The spending. */
            spending: components["schemas"]["Decimal"];
        };
        /** @description The digest as the API and the channels send it. */
        DigestFacts: {
            /** @description The accounts whose data ends before the period does. Their later transactions are not counted. */
            behind: components["schemas"]["DigestBehind"][];
            /** @description The figures in each currency, the one with most transactions first. */
            flows: components["schemas"]["DigestFlowFacts"][];
        };
        /** @description The figures of a digest in one currency. All amounts are positive. */
        DigestFlowFacts: {
            /** @description The categories with most spending, the largest first. */
            categories: components["schemas"]["DigestCategoryFacts"][];
            /** @description The currency. */
            currency: components["schemas"]["Currency"];
            /** @description Money in, without transfers between the user's own accounts. */
            income: components["schemas"]["Decimal"];
            /** @description The spending that is in none of them. */
            other: components["schemas"]["Decimal"];
            /** @description Money out, without transfers. */
            spending: components["schemas"]["Decimal"];
            spendingBefore: components["schemas"]["Decimal"] | null;
        };
        /**
         * @description A dimension that divides a query's figure into rows.
         * @enum {string}
         */
        Dimension: "category" | "merchant" | "account" | "tag" | "weekday" | "day" | "week" | "month" | "quarter" | "year";
        /**
         * @description The direction in which money moved.
         * @enum {string}
         */
        Direction: "in" | "out";
        /** @description Two accounts that are not the same one. */
        DistinctAccountsRequest: {
            one: components["schemas"]["Id"];
            other: components["schemas"]["Id"];
        };
        /** @description Two transactions that are not duplicates. */
        DistinctRequest: {
            one: components["schemas"]["Id"];
            other: components["schemas"]["Id"];
        };
        /**
         * @description The unit of the weights of a [`Division`].
         * @enum {string}
         */
        DivisionUnit: "even" | "percent" | "amount";
        /** @description Success. */
        Done: {
            /** @description Always `true`. */
            status: boolean;
        };
        /** @description A pair of accounts that may be the same one. */
        DuplicateAccountsBody: {
            /** @description The older account, then the other. */
            accountIds: components["schemas"]["Id"][];
            because: components["schemas"]["PairReason"];
            /** @description The number of days on which both accounts have the same transactions. */
            days?: number;
        };
        /** @description Transactions that may be duplicates. */
        DuplicatesBody: {
            accountId: components["schemas"]["Id"];
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
            transactions: components["schemas"]["TransactionBody"][];
        };
        /** @description An account of a goal. */
        EarmarkBody: {
            accountId: components["schemas"]["Id"];
            amount: components["schemas"]["Decimal"] | null;
            balance: components["schemas"]["Decimal"] | null;
            overAllocated: components["schemas"]["Decimal"] | null;
            saved: components["schemas"]["Decimal"] | null;
        };
        /**
         * @description The kind of change that an edit made.
         * @enum {string}
         */
        EditAction: "create" | "change" | "delete" | "categorize" | "match" | "name_merchants" | "change_account" | "merge_accounts" | "undo";
        /** @description An edit: a change to transactions, to the names of merchants or to accounts that can be undone. */
        EditBody: {
            action: components["schemas"]["EditAction"];
            by: components["schemas"]["EditedByBody"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /** Format: int64 */
            entries: number;
            id: components["schemas"]["Id"];
            subject: components["schemas"]["EditSubject"] | null;
            undoes: components["schemas"]["Id"] | null;
            undone: boolean;
        };
        /**
         * @description The subject of an edit. Transactions are described as they were after the edit, or before it if it deleted
         *     them; accounts and categories have their present names.
         */
        EditSubject: {
            category: components["schemas"]["NamedCategory"] | null;
            /** @enum {string} */
            kind: "transaction";
            /** @description The transaction. */
            transaction: components["schemas"]["SubjectTransaction"];
        } | {
            category: components["schemas"]["NamedCategory"] | null;
            /** @enum {string} */
            kind: "merchant";
            /** @description The name of the merchant. */
            merchant: string;
        } | {
            category: components["schemas"]["NamedCategory"] | null;
            /** @description The first of them. */
            first: components["schemas"]["SubjectTransaction"];
            /** @enum {string} */
            kind: "transactions";
        } | {
            /** @description The first transaction that took money out. */
            first: components["schemas"]["SubjectTransaction"];
            /** @description The account that the money left. */
            from: components["schemas"]["NamedAccount"];
            /** @enum {string} */
            kind: "transfer";
            /** @description The account that the money entered. */
            to: components["schemas"]["NamedAccount"];
        } | {
            /** @description The former name of the first merchant. */
            from: string;
            /** @enum {string} */
            kind: "merchant_names";
            /**
             * Format: int64
             * @description The number of merchants.
             */
            merchants: number;
            /** @description The name that it got. */
            to: string;
        } | {
            /** @description The account after the edit. */
            account: components["schemas"]["NamedAccount"];
            /** @description Its former name, if the edit changed it. */
            formerName: string | null;
            /** @enum {string} */
            kind: "account";
        } | {
            /** @description The account that remained. */
            account: components["schemas"]["NamedAccount"];
            /** @enum {string} */
            kind: "accounts";
            /** @description The account that was merged into it. */
            other: components["schemas"]["NamedAccount"];
        };
        /** @description The user who made an edit or a merge of accounts. */
        EditedByBody: {
            id: components["schemas"]["Id"];
            name: string;
        };
        /** @description Transactions outside of a period that has none. */
        Elsewhere: {
            /**
             * Format: date
             * @description The date of the earliest one.
             */
            first: string;
            /**
             * Format: date
             * @description The date of the latest one.
             */
            last: string;
            /**
             * Format: int64
             * @description The number of transactions.
             */
            transactions: number;
        };
        /** @description A request to enroll in two-factor sign-in. */
        EnableTwoFactorRequest: {
            /** @description The name of this server in an authenticator app. */
            issuer?: string | null;
            /** @description `totp`. The value `otp` is rejected. */
            method?: string | null;
            /** @description The user's password. */
            password: string;
        };
        /** @description The secret for an authenticator app, and backup codes. */
        Enrollment: {
            /** @description Backup codes. Each works once. */
            backupCodes: string[];
            /** @description Always `totp`. */
            method: string;
            /** @description The `otpauth:` URI, for a QR code. */
            totpURI: string;
        };
        /** @description An error. Some errors have additional fields. */
        ErrorBody: {
            /** @description For a statement that cannot be read: the reason, for programs. */
            code?: components["schemas"]["FailureCode"];
            /** @description A message for users: the cause, and what to do about it. */
            error: string;
            /** @description For internal errors: the id under which the server's log has the cause. */
            id?: components["schemas"]["Id"];
            /** @description True if a file with the same bytes was processed before. */
            is_duplicate?: boolean;
            /** @description The failed job. */
            job_id?: components["schemas"]["Id"];
            /** @description The statement that the request refers to. */
            statement_id?: components["schemas"]["Id"];
        };
        /** @description A transaction that a rule would change. */
        ExampleBody: {
            addTags: components["schemas"]["Tag"][];
            categoryId: components["schemas"]["Id"] | null;
            description: string | null;
            transaction: components["schemas"]["TransactionBody"];
            transfer: boolean;
        };
        /** @description The reasons for a transaction's category. */
        ExplanationBody: {
            /** @description The model that chose the category, if one did. */
            model: string | null;
            ruleId: components["schemas"]["Id"] | null;
            suggestion: components["schemas"]["SuggestionBody"] | null;
        };
        /** @description An account in an export. */
        ExportedAccount: {
            archived: boolean;
            byHand: boolean;
            /** Format: date */
            closedOn: string | null;
            createdAt: components["schemas"]["Timestamp"];
            currency: components["schemas"]["Currency"];
            group: string | null;
            id: components["schemas"]["Id"];
            institution: string | null;
            kind: components["schemas"]["AccountKind"];
            name: string;
            note: string | null;
            number: string | null;
            numberMasked: string | null;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A category in an export. */
        ExportedCategory: {
            id: components["schemas"]["Id"];
            key: string | null;
            name: string;
            parent: components["schemas"]["Id"] | null;
        };
        /** @description The balances that a statement prints for an account, in an export. */
        ExportedStatement: {
            account: components["schemas"]["Id"];
            closing: components["schemas"]["Money"] | null;
            currency: components["schemas"]["Currency"];
            /** Format: date */
            end: string;
            opening: components["schemas"]["Money"] | null;
            outcome: components["schemas"]["Outcome"];
            /** Format: date */
            start: string;
            statement: components["schemas"]["Id"];
        };
        /** @description A transaction in an export. */
        ExportedTransaction: {
            account: components["schemas"]["Id"];
            amount: components["schemas"]["Money"];
            balance: components["schemas"]["Money"] | null;
            category: components["schemas"]["Id"] | null;
            categoryBy: components["schemas"]["CategoryBy"];
            /** Format: date */
            date: string;
            description: string;
            id: components["schemas"]["Id"];
            kind: components["schemas"]["TransactionKind"];
            merchant: string;
            note: string | null;
            originalDescription: string;
            place: components["schemas"]["Place"] | null;
            /** Format: int32 */
            position: number;
            /** @description Absent in exports of older versions. */
            receipts?: string[];
            splits: components["schemas"]["Split"][];
            statement: components["schemas"]["Id"] | null;
            tags: components["schemas"]["Tag"][];
            transfer: components["schemas"]["Id"] | null;
            /** Format: date */
            valueDate: string | null;
        };
        /** @description The facts of an event in one shape for all kinds. A field that a kind does not have is `null`. */
        Facts: {
            amount: components["schemas"]["Decimal"] | null;
            compared: components["schemas"]["Decimal"] | null;
            currency: components["schemas"]["Currency"] | null;
            digest: components["schemas"]["DigestFacts"] | null;
            /**
             * Format: date
             * @description The day of the event, or the first one.
             */
            from: string | null;
            /** @description The kind of event. */
            kind: components["schemas"]["NotificationKind"];
            /** @description The name of the file, account, category, merchant or bank feed. */
            name: string | null;
            /** @description The path of the page that shows the subject. */
            path: string;
            /**
             * Format: int32
             * @description The reached percentage of a budget: 80 or 100.
             */
            percent: number | null;
            /** @description The id of the statement, account, category, transaction or bank feed. */
            subject: string | null;
            /**
             * Format: date
             * @description The last day of missing statements or of a digest.
             */
            to: string | null;
        };
        /** @description The reason why a statement could not be read, with advice for the user. */
        Failure: {
            /** @description The reason, for programs. */
            code: components["schemas"]["FailureCode"];
            /** @description The reason and what to do, for people. */
            message: string;
        };
        /**
         * @description A reason why a statement cannot be read.
         * @enum {string}
         */
        FailureCode: "needs_password" | "wrong_password" | "image_only" | "not_a_statement" | "unreadable" | "too_large";
        /** @description An account of a feed. */
        FeedAccountBody: {
            accountId: components["schemas"]["Id"] | null;
            /** @description The balance that the provider reported. */
            balance: string | null;
            balanceAt: components["schemas"]["Timestamp"] | null;
            currency: components["schemas"]["Currency"] | null;
            id: components["schemas"]["Id"];
            institution: string | null;
            link: components["schemas"]["FeedLinkState"];
            name: string;
            /**
             * Format: int32
             * @description The number of pending transactions, which are not imported.
             */
            pending: number;
            /** @description Their sum. */
            pendingSum: string | null;
        };
        /** @description The answer of a bank, as its redirect carries it. */
        FeedAuthorizationAnswer: {
            /** @description The code. */
            code: string;
            /** @description The state. */
            state: string;
        };
        /** @description An authorization that began. */
        FeedAuthorizationBody: {
            /** @description The address at which the user consents. */
            url: string;
        };
        /** @description A request to consent at a bank: a bank for a new feed, or a feed whose consent is renewed. */
        FeedAuthorizationRequest: {
            bank?: components["schemas"]["FeedBank"] | null;
            feedId?: components["schemas"]["Id"] | null;
        };
        /** @description A bank, as its provider names it. */
        FeedBank: {
            /** @description The two letters of the country (ISO 3166). */
            country: string;
            /** @description The name. */
            name: string;
        };
        /** @description A bank that can be connected. */
        FeedBankOfferBody: {
            /** @description The two letters of the country (ISO 3166). */
            country: string;
            /**
             * Format: int32
             * @description The days after which a consent must be renewed; `null` if unknown.
             */
            daysMax: number | null;
            name: string;
        };
        /** @description Banks that can be connected. */
        FeedBanksBody: {
            /** @description The banks, by their names. */
            items: components["schemas"]["FeedBankOfferBody"][];
            /** @description Always `null`: all banks are listed. */
            nextCursor: string | null;
        };
        /** @description A bank feed. */
        FeedBody: {
            accounts: components["schemas"]["FeedAccountBody"][];
            bank: components["schemas"]["FeedBank"] | null;
            createdAt: components["schemas"]["Timestamp"];
            dueAt: components["schemas"]["Timestamp"] | null;
            /** @description The reason why the latest fetch failed. */
            failure: string | null;
            fetchedAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description The number of fetches that are left on this day in UTC.
             */
            fetchesLeft: number;
            id: components["schemas"]["Id"];
            /** @description The host of the provider, or the bank. */
            label: string;
            /** @description Messages of the provider, as plain text. */
            messages: string[];
            provider: components["schemas"]["FeedProvider"];
            state: components["schemas"]["FeedState"];
            validUntil: components["schemas"]["Timestamp"] | null;
        };
        /** @description A decision about an account of a feed. */
        FeedLinkRequest: {
            accountId?: components["schemas"]["Id"] | null;
            into: components["schemas"]["FeedLinkTarget"];
        };
        /**
         * @description The decision about an account of a feed.
         * @enum {string}
         */
        FeedLinkState: "undecided" | "skipped" | "linked" | "unsupported";
        /**
         * @description The account into which transactions are imported.
         * @enum {string}
         */
        FeedLinkTarget: "new" | "account" | "nothing";
        /**
         * @description A provider of bank data.
         * @enum {string}
         */
        FeedProvider: "simplefin" | "enable_banking";
        /**
         * @description The state of a feed.
         * @enum {string}
         */
        FeedState: "new" | "working" | "failed" | "revoked";
        /** @description The bank feeds of a user. */
        FeedsBody: {
            /** @description The feeds, oldest first. */
            items: components["schemas"]["FeedBody"][];
            /** @description Always `null`: all feeds are listed. */
            nextCursor: string | null;
            /** @description The providers that this server is set up for. */
            providers: components["schemas"]["FeedProvider"][];
        };
        /** @description A figure. */
        Figure: {
            /** @description An amount. */
            money: components["schemas"]["Money"];
        } | {
            /**
             * Format: int64
             * @description A number of transactions.
             */
            count: number;
        } | {
            /** @description A number of transactions per month, with one decimal. */
            perMonth: string;
        } | {
            /** @description A share in percent, with one decimal. */
            percent: string;
        } | {
            /**
             * Format: date
             * @description A day.
             */
            date: string;
        } | {
            /**
             * Format: int64
             * @description A number of days.
             */
            days: number;
        } | {
            /** @description A transaction. */
            transaction: components["schemas"]["QueryTransaction"];
        } | {
            /** @description The earliest and the latest price. */
            prices: components["schemas"]["Prices"];
        };
        /** @description A list of figures, always on a single page. */
        Figures_BucketBody: {
            /** @description The figures. */
            items: components["schemas"]["BucketBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /** @description A list of figures, always on a single page. */
        Figures_BudgetBody: {
            /** @description The figures. */
            items: components["schemas"]["BudgetBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /** @description A list of figures, always on a single page. */
        Figures_FlowBody: {
            /** @description The figures. */
            items: components["schemas"]["FlowBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /** @description A list of figures, always on a single page. */
        Figures_GoalBody: {
            /** @description The figures. */
            items: components["schemas"]["GoalBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /** @description A list of figures, always on a single page. */
        Figures_GroupBody: {
            /** @description The figures. */
            items: components["schemas"]["GroupBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /** @description A list of figures, always on a single page. */
        Figures_RecurringBody: {
            /** @description The figures. */
            items: components["schemas"]["RecurringBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /** @description A list of figures, always on a single page. */
        Figures_SpendingBody: {
            /** @description The figures. */
            items: components["schemas"]["SpendingBody"][];
            /** @description Always `null`: the list has a single page. */
            nextCursor: string | null;
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
        };
        /**
         * Format: binary
         * @description The bytes of a file.
         */
        File: string;
        /** @description The result for one file of an upload. */
        FileBody: {
            duplicateOf: components["schemas"]["Id"] | null;
            error: string | null;
            fileName: string;
            filePath: string | null;
            /** Format: int32 */
            pages: number | null;
            sha256: string | null;
            /** Format: int64 */
            size: number | null;
            statementId: components["schemas"]["Id"] | null;
        };
        /** @description A filter of transactions. Absent and empty fields do not restrict the result. */
        FilterQuery: {
            /** @default null */
            account?: components["schemas"]["Id"] | null;
            /** @default null */
            category?: components["schemas"]["Id"] | null;
            /** @default null */
            currency?: components["schemas"]["Currency"] | null;
            /** @default null */
            direction?: components["schemas"]["Direction"] | null;
            /**
             * Format: date
             * @default null
             */
            from?: string | null;
            /**
             * @description Only these transactions, separated by commas.
             * @default null
             */
            ids?: string | null;
            /** @default null */
            kind?: components["schemas"]["TransactionKind"] | null;
            /** @default null */
            maxAmount?: components["schemas"]["Decimal"] | null;
            /**
             * @description The name under which the reports group a merchant's transactions.
             * @default null
             */
            merchant?: string | null;
            /** @default null */
            minAmount?: components["schemas"]["Decimal"] | null;
            /**
             * @description Only transactions that this filter of a query selects, as JSON.
             * @default null
             */
            queryFilter?: string | null;
            /** @default null */
            sort?: components["schemas"]["SortName"] | null;
            /** @default null */
            statement?: components["schemas"]["Id"] | null;
            /**
             * @description If `false`, only the category itself, without its subcategories.
             * @default null
             */
            subcategories?: boolean | null;
            /** @default null */
            tag?: components["schemas"]["Tag"] | null;
            /** @default null */
            text?: string | null;
            /**
             * Format: date
             * @default null
             */
            to?: string | null;
            /** @default null */
            uncategorized?: boolean | null;
            /** @default null */
            unreconciled?: boolean | null;
            /**
             * @description `true`: only transactions without tags.
             * @default null
             */
            untagged?: boolean | null;
            /**
             * @description `mon` to `sun`.
             * @default null
             */
            weekday?: string | null;
            /** @default null */
            withoutCategory?: components["schemas"]["Id"] | null;
            /**
             * @description Excludes transactions whose description or note contains this text.
             * @default null
             */
            withoutText?: string | null;
            /**
             * @description Excludes transactions whose description contains these words.
             * @default null
             */
            withoutWords?: string | null;
            /**
             * @description Only transactions whose description contains these whole words in this order.
             * @default null
             */
            words?: string | null;
        };
        /** @description The reader's check of a section. */
        FindingsBody: {
            alternatives: components["schemas"]["AlternativeBody"][];
            checks: components["schemas"]["ChecksBody"];
            contradictions: components["schemas"]["ContradictionBody"][];
            origins: components["schemas"]["Origins"] | null;
            questions: components["schemas"]["OpenQuestion"][];
        };
        /** @description The day on which a user's financial year begins; by default January 1. */
        FiscalCalendar: {
            /** Format: int32 */
            firstDay: number;
            /** Format: int32 */
            firstMonth: number;
        };
        /** @description Income and spending in one currency. */
        FlowBody: {
            currency: components["schemas"]["Currency"];
            /** Format: int64 */
            entries: number;
            income: components["schemas"]["Decimal"];
            net: components["schemas"]["Decimal"] | null;
            spending: components["schemas"]["Decimal"];
        };
        FoundSession: {
            session: components["schemas"]["SessionRecord"];
            user: components["schemas"]["UserRecord"];
        };
        /** @description An account that counts towards a goal. */
        GoalAccount: {
            accountId: components["schemas"]["Id"];
            amount?: components["schemas"]["Decimal"] | null;
        };
        /** @description A savings goal and its progress. */
        GoalBody: {
            /** @description The accounts that count; empty for a goal with contributions. */
            accounts: components["schemas"]["EarmarkBody"][];
            archived: boolean;
            /** @description The number of contributions. */
            contributions: number;
            currency: components["schemas"]["Currency"];
            id: components["schemas"]["Id"];
            name: string;
            note: string | null;
            progress: components["schemas"]["ProgressBody"];
            source: components["schemas"]["SourceBody"];
            target: components["schemas"]["Decimal"];
            /** Format: date */
            targetDate: string | null;
        };
        /** @description All goals of the user, in the new order. */
        GoalOrderRequest: {
            ids: components["schemas"]["Id"][];
        };
        /** @description The contents of a goal. */
        GoalRequest: {
            accounts?: components["schemas"]["GoalAccount"][];
            archived?: boolean;
            currency: components["schemas"]["Currency"];
            name: string;
            note?: string | null;
            source?: components["schemas"]["SourceBody"] | null;
            target: components["schemas"]["Decimal"];
            /** Format: date */
            targetDate?: string | null;
        };
        /**
         * @description The reason for which a figure of a goal is unknown.
         * @enum {string}
         */
        GoalUnknown: "no_account" | "no_balance" | "no_history" | "no_target_date" | "target_date_passed" | "pace_not_positive" | "too_far";
        /** @description A group of transactions with its totals. */
        GroupBody: {
            flows: components["schemas"]["FlowBody"][];
            /**
             * @description `2025-04-03`, `2025-04`, an identifier, a merchant's name or a tag; `null` for uncategorized
             *     transactions.
             */
            group: string | null;
        };
        /** @description The process is healthy. */
        HealthBody: {
            /** @description Always `ok`. */
            status: string;
        };
        /** @description The name of a household. */
        HouseholdName: {
            /** @description 1 to 80 characters. */
            name: string;
        };
        /**
         * Format: uuid
         * @description A UUID version 7 (RFC 9562): ids sort by the time they were made.
         * @example 0198a5e0-1d2c-7a51-9c3e-7d1f0f2b9c44
         */
        Id: string;
        /** @description An ID token and its nonce. */
        IdTokenRequest: {
            /** @description The nonce with which the token was requested. */
            nonce?: string | null;
            /** @description The token. */
            token: string;
        };
        /** @description An account to create for the file. */
        ImportAccount: {
            currency: components["schemas"]["Currency"];
            kind: components["schemas"]["AccountKind"];
            name: string;
        };
        /** @description A file to preview before it is imported. */
        ImportForm: {
            accountId?: components["schemas"]["Id"] | null;
            currency?: components["schemas"]["Currency"] | null;
            file?: components["schemas"]["File"] | null;
            mapping?: components["schemas"]["CsvMapping"] | null;
            statementId?: components["schemas"]["Id"] | null;
        };
        /**
         * @description A format of data files.
         * @enum {string}
         */
        ImportFormat: "csv" | "xlsx" | "ofx" | "qif" | "camt053" | "mt940" | "actual" | "beancount" | "firefly" | "gnucash" | "hledger" | "mint" | "moneymoney" | "sure" | "ynab";
        /** @description A preview of the import of a file. */
        ImportPreview: {
            accountId: components["schemas"]["Id"] | null;
            accounts: components["schemas"]["PreviewedAccount"][];
            budgetCount: number;
            budgets: components["schemas"]["PreviewedBudget"][];
            columns: string[];
            duplicateOf: components["schemas"]["Id"] | null;
            format: components["schemas"]["ImportFormat"];
            leftOut: components["schemas"]["LeftOut"][];
            linkedTransferCount: number;
            mapping: components["schemas"]["CsvMapping"] | null;
            mappingFrom: components["schemas"]["MappingOrigin"] | null;
            problemCount: number;
            problems: components["schemas"]["RowProblem"][];
            statementId: components["schemas"]["Id"];
            transactionCount: number;
            transactions: components["schemas"]["PreviewedTransaction"][];
        };
        /** @description A file to import, and the import options. */
        ImportRequest: {
            account?: components["schemas"]["ImportAccount"] | null;
            accountId?: components["schemas"]["Id"] | null;
            mapping?: components["schemas"]["CsvMapping"] | null;
            statementId: components["schemas"]["Id"];
        };
        /** @description The contents of a restored archive. */
        ImportedData: {
            /**
             * Format: int64
             * @description The number of statement files.
             */
            files: number;
            /**
             * Format: int64
             * @description The number of statements whose file was missing already when the archive was created.
             */
            missing: number;
            /**
             * Format: int64
             * @description The number of rows in all tables.
             */
            rows: number;
            success: boolean;
        };
        /** @description An open invitation. */
        InvitationBody: {
            createdAt: components["schemas"]["Timestamp"];
            email: string | null;
            expiresAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            /** @description The name of the owner who made it. */
            invitedBy: string;
            role: components["schemas"]["BooksRole"];
        };
        /** @description The token of an invitation. It is in the body, so that no log of requests contains it. */
        InvitationToken: {
            /** @description The part of the link after `/invitations/`. */
            token: string;
        };
        /** @description An invitation that was just created, with its link. */
        InvitedBody: {
            expiresAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            /**
             * @description True if the link was sent by mail. False if no address is given, if the server cannot send mail, or if
             *     the mail server rejected it.
             */
            isMailed: boolean;
            /** @description The link of the page that accepts it. It is shown this once, and works once. */
            link: string;
        };
        /** @description A job. */
        JobBody: components["schemas"]["JobProgress"] & {
            /** Format: int32 */
            attempts: number;
            createdAt: components["schemas"]["Timestamp"];
            failure: components["schemas"]["Failure"] | null;
            finishedAt: components["schemas"]["Timestamp"] | null;
            id: components["schemas"]["Id"];
            state: components["schemas"]["JobState"];
            statementId: components["schemas"]["Id"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The progress of a running job. */
        JobProgress: {
            /**
             * Format: int64
             * @description The number of transactions that an earlier statement had already added; `None` until they are stored.
             */
            entriesKnown: number | null;
            /**
             * Format: int64
             * @description The number of transactions that were added; `None` until they are stored.
             */
            entriesNew: number | null;
            /**
             * Format: int32
             * @description The number of pages read so far.
             */
            page: number;
            /**
             * Format: int32
             * @description The total number of pages; `None` until it is known.
             */
            pages: number | null;
            /**
             * Format: int32
             * @description The number of rows found so far.
             */
            rows: number;
            /** @description The current stage. */
            stage: components["schemas"]["JobStage"];
        };
        /**
         * @description The stages of processing a statement, in order.
         * @enum {string}
         */
        JobStage: "queued" | "reading" | "asking" | "checking" | "storing" | "finished";
        /**
         * @description The state of a job.
         * @enum {string}
         */
        JobState: "queued" | "running" | "done" | "failed";
        /** @description A JSON export of accounts, categories, statements and transactions. */
        JsonExport: {
            accounts: components["schemas"]["ExportedAccount"][];
            categories: components["schemas"]["ExportedCategory"][];
            entries: components["schemas"]["ExportedTransaction"][];
            exportedAt: components["schemas"]["Timestamp"];
            format: string;
            statements: components["schemas"]["ExportedStatement"][];
            /** Format: int32 */
            version: number;
        };
        /** @description A message in the shape of the AI SDK. */
        KeptMessage: {
            id: string;
            metadata: Record<string, unknown>;
            parts: Record<string, unknown>[];
            role: components["schemas"]["ChatRole"];
        };
        /**
         * @description A language of questions, answers and messages.
         * @enum {string}
         */
        Language: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl";
        /** @description A part of another program's export that is not imported. */
        LeftOut: {
            /** Format: int64 */
            count: number;
            part: components["schemas"]["Part"];
        };
        /** @description A likely cause for a section that does not add up. */
        LikelyCauseBody: {
            amount: components["schemas"]["Decimal"];
            code: components["schemas"]["CauseCode"];
            entryId: components["schemas"]["Id"] | null;
            message: string;
        };
        /** @description A page of a list. */
        List_AccountBody: {
            /** @description The items. */
            items: components["schemas"]["AccountBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_AttachmentBody: {
            /** @description The items. */
            items: components["schemas"]["AttachmentBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_BooksBody: {
            /** @description The items. */
            items: components["schemas"]["BooksBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_CategoryBody: {
            /** @description The items. */
            items: components["schemas"]["CategoryBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_ContributionBody: {
            /** @description The items. */
            items: components["schemas"]["ContributionBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_CoverageBody: {
            /** @description The items. */
            items: components["schemas"]["CoverageBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_DuplicateAccountsBody: {
            /** @description The items. */
            items: components["schemas"]["DuplicateAccountsBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_DuplicatesBody: {
            /** @description The items. */
            items: components["schemas"]["DuplicatesBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_EditBody: {
            /** @description The items. */
            items: components["schemas"]["EditBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_InvitationBody: {
            /** @description The items. */
            items: components["schemas"]["InvitationBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_MemberBody: {
            /** @description The items. */
            items: components["schemas"]["MemberBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_Memory: {
            /** @description The items. */
            items: components["schemas"]["Memory"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_MerchantBody: {
            /** @description The items. */
            items: components["schemas"]["MerchantBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_MergeBody: {
            /** @description The items. */
            items: components["schemas"]["MergeBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_Model: {
            /** @description The items. */
            items: components["schemas"]["Model"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_OfferBody: {
            /** @description The items. */
            items: components["schemas"]["OfferBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_RecordBody: {
            /** @description The items. */
            items: components["schemas"]["RecordBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_Rule: {
            /** @description The items. */
            items: components["schemas"]["Rule"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_SavedMapping: {
            /** @description The items. */
            items: components["schemas"]["SavedMapping"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_SavedViewBody: {
            /** @description The items. */
            items: components["schemas"]["SavedViewBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_SettlementBody: {
            /** @description The items. */
            items: components["schemas"]["SettlementBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_SettlementOfferBody: {
            /** @description The items. */
            items: components["schemas"]["SettlementOfferBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_SharedExpenseBody: {
            /** @description The items. */
            items: components["schemas"]["SharedExpenseBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_SpanBody: {
            /** @description The items. */
            items: components["schemas"]["SpanBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_StatedBalanceBody: {
            /** @description The items. */
            items: components["schemas"]["StatedBalanceBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_StatementBody: {
            /** @description The items. */
            items: components["schemas"]["StatementBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_TagBody: {
            /** @description The items. */
            items: components["schemas"]["TagBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_Thread: {
            /** @description The items. */
            items: components["schemas"]["Thread"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_Trace: {
            /** @description The items. */
            items: components["schemas"]["Trace"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_TransactionBody: {
            /** @description The items. */
            items: components["schemas"]["TransactionBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A page of a list. */
        List_UnmatchedAttachmentBody: {
            /** @description The items. */
            items: components["schemas"]["UnmatchedAttachmentBody"][];
            /** @description The cursor of the next page; `null` on the last page. */
            nextCursor: string | null;
        };
        /** @description A credential, which better-auth calls an account. */
        ListedCredential: {
            accountId: string;
            createdAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            providerId: string;
            scopes: string[];
            updatedAt: components["schemas"]["Timestamp"];
            userId: components["schemas"]["Id"];
        };
        /**
         * @description The change of a message after its files were imported.
         * @enum {string}
         */
        MailActionKind: "nothing" | "mark_seen" | "flag" | "move";
        /** @description A file of a message, and its result. */
        MailFileBody: {
            name: string;
            outcome: components["schemas"]["MailFileOutcome"];
            /** @description The reason, if it was not imported. */
            reason: string | null;
        };
        /**
         * @description The outcome for a file of a message.
         * @enum {string}
         */
        MailFileOutcome: "imported" | "known" | "receipt" | "queued" | "unsupported" | "failed";
        /**
         * @description A way to sign in to a mail server.
         * @enum {string}
         */
        MailLoginKind: "password" | "oauth2";
        /** @description A message that a rule matched, and its result. */
        MailMessageBody: {
            files: components["schemas"]["MailFileBody"][];
            /** @description Explanations, as plain text. */
            notes: string[];
            outcome: components["schemas"]["MailOutcome"];
            readAt: components["schemas"]["Timestamp"];
            receivedAt: components["schemas"]["Timestamp"] | null;
            sender: string;
            /** @description The subject, shortened to 150 characters. */
            subject: string;
        };
        /**
         * @description The outcome for a message.
         * @enum {string}
         */
        MailOutcome: "imported" | "failed" | "no_files" | "refused";
        /** @description A rule for the messages to read. */
        MailRuleBody: {
            /** @description True if a password of protected PDF files of this sender is stored. */
            hasFilePassword: boolean;
            /** @description An address, or a domain like `@bank.example`. */
            sender: string;
            /** @description Words that the subject must contain; empty for any subject. */
            subject: string;
        };
        /** @description A rule for the messages to read. */
        MailRuleRequest: {
            /**
             * @description The password of protected PDF files of this sender; left out to keep the stored one, empty to delete
             *     it.
             */
            filePassword?: string | null;
            /** @description An address, or a domain like `@bank.example` with the domains below it. */
            sender: string;
            /** @description Words that the subject must contain. */
            subject?: string | null;
        };
        /**
         * @description The encryption of a connection to a mail server.
         * @enum {string}
         */
        MailSecurity: "tls" | "start_tls" | "none";
        /** @description A mailbox. Its secrets are never returned. */
        MailboxBody: {
            after: components["schemas"]["MailActionKind"];
            clientId: string | null;
            createdAt: components["schemas"]["Timestamp"];
            dueAt: components["schemas"]["Timestamp"] | null;
            /** @description The reason why the latest fetch failed. */
            failure: string | null;
            fetchedAt: components["schemas"]["Timestamp"] | null;
            folder: string;
            host: string;
            id: components["schemas"]["Id"];
            login: components["schemas"]["MailLoginKind"];
            /** @description The latest messages that a rule matched, newest first. */
            messages: components["schemas"]["MailMessageBody"][];
            /** @description The folder to which messages are moved, for `move`. */
            moveTo: string | null;
            /** Format: int32 */
            port: number;
            /** @description The name under which the receiving server states its checks of senders; `null` if it is the host. */
            receivingServer: string | null;
            /** @description True if only messages are read whose sender the receiving server confirmed. */
            requiresAuthentication: boolean;
            rules: components["schemas"]["MailRuleBody"][];
            security: components["schemas"]["MailSecurity"];
            /**
             * Format: date
             * @description The first day whose messages are read.
             */
            since: string;
            state: components["schemas"]["MailboxState"];
            tokenUrl: string | null;
            userName: string;
        };
        /** @description A mailbox as its user enters it. */
        MailboxRequest: {
            after?: components["schemas"]["MailActionKind"];
            /** @description The identifier of the client, for `oauth2`. */
            clientId?: string | null;
            /** @description The client's secret, if the provider requires one; left out to keep the stored one. */
            clientSecret?: string | null;
            /** @description The folder; `INBOX` if it is left out. */
            folder?: string | null;
            /** @description The name or the address of the mail server. */
            host: string;
            login?: components["schemas"]["MailLoginKind"];
            mailboxId?: components["schemas"]["Id"] | null;
            /** @description The folder to which messages are moved, for `move`. */
            moveTo?: string | null;
            /** @description The password, for `password`; left out to keep the stored one. */
            password?: string | null;
            /**
             * Format: int32
             * @description The port; 993 if it is left out.
             */
            port?: number | null;
            /** @description The name under which the receiving server states its checks of senders; the host if it is left out. */
            receivingServer?: string | null;
            /** @description The refresh token, for `oauth2`; left out to keep the stored one. */
            refreshToken?: string | null;
            /** @description True to read only messages whose sender the receiving server confirmed. */
            requiresAuthentication?: boolean;
            rules: components["schemas"]["MailRuleRequest"][];
            security?: components["schemas"]["MailSecurity"] | null;
            /**
             * Format: date
             * @description The first day whose messages are read; 30 days ago if it is left out.
             */
            since?: string | null;
            /** @description The address of the token endpoint, for `oauth2`. */
            tokenUrl?: string | null;
            userName: string;
        };
        /**
         * @description The state of a mailbox.
         * @enum {string}
         */
        MailboxState: "new" | "working" | "failed" | "rejected";
        /** @description The result of a test. */
        MailboxTestBody: {
            /**
             * Format: int32
             * @description The number of messages in the folder.
             */
            messages: number;
        };
        /** @description The mailboxes of a user. */
        MailboxesBody: {
            /** @description The mailboxes, oldest first. */
            items: components["schemas"]["MailboxBody"][];
            /** @description Always `null`: all mailboxes are listed. */
            nextCursor: string | null;
        };
        /** @description A mail was sent, if the address belongs to a user. */
        MailedBody: {
            /** @description A message that is the same for every address. */
            message: string;
            /** @description Always `true`. */
            status: boolean;
        };
        /**
         * @description The origin of a file's mapping.
         * @enum {string}
         */
        MappingOrigin: "given" | "saved" | "guessed";
        /** @description A JSON-RPC 2.0 message of the Model Context Protocol. */
        McpMessage: {
            /** @description The error of a failed request. */
            error?: Record<string, unknown>;
            /** @description Always `2.0`. */
            jsonrpc: string;
            /** @description The method of a request; absent in a response. */
            method?: string;
            /** @description The parameters of the request. */
            params?: Record<string, unknown>;
            /** @description The result of a successful request. */
            result?: Record<string, unknown>;
        };
        /** @description The figure that a query asks for. Transfers between own accounts count only if the filter asks for them. */
        Measure: "spent" | "received" | "net" | "spentNetOfRefunds" | "count" | {
            /** @description The number of different groups of the transactions, such as merchants. */
            distinct: {
                /** @description The dimension of the groups. */
                of: components["schemas"]["Dimension"];
            };
        } | "frequency" | "savingsRate" | {
            /** @description The average of money in or out. */
            average: {
                /** @description Money in, or money out. */
                of: components["schemas"]["Direction"];
                /** @description The unit that the average is for: a transaction, or a unit of time. */
                per: components["schemas"]["Per"];
            };
        } | {
            /** @description The median amount; for an even number of transactions, the mean of the two in the middle. */
            median: {
                /** @description Money in, or money out. */
                of: components["schemas"]["Direction"];
            };
        } | {
            /** @description The transactions with the largest amounts. */
            largest: {
                /** @description Money in, or money out. */
                of: components["schemas"]["Direction"];
            };
        } | {
            /** @description The transactions with the smallest amounts. */
            smallest: {
                /** @description Money in, or money out. */
                of: components["schemas"]["Direction"];
            };
        } | {
            /** @description The share of the selected transactions in a whole, in percent. */
            share: {
                /** @description The transactions of the whole. If this filter names no period, the query's period applies. */
                of: components["schemas"]["QueryFilter"];
                /** @description Money in, or money out, of the selected transactions. */
                part: components["schemas"]["Direction"];
                /** @description Money in, or money out, of the whole. */
                whole: components["schemas"]["Direction"];
            };
        } | "transactions" | "first" | "last" | "next" | "timeSince" | "timeUntil" | "duration" | "priceChange" | "projection" | "balance" | "netWorth";
        /**
         * @description The type of an attachment's file.
         * @enum {string}
         */
        MediaType: "application/pdf" | "image/jpeg" | "image/png";
        /** @description The balance of a member in one currency. */
        MemberBalanceBody: {
            /** @description Positive if others owe the member this amount, negative if the member owes it. */
            amount: string;
            /** @description The id of the member. */
            member: components["schemas"]["Id"];
        };
        /** @description A member of a household. */
        MemberBody: {
            email: string;
            id: components["schemas"]["Id"];
            /** @description True for the user who asks. */
            isYou: boolean;
            name: string;
            role: components["schemas"]["BooksRole"];
            since: components["schemas"]["Timestamp"];
        };
        /** @description The role of a member. */
        MemberRole: {
            /** @description The new role. */
            role: components["schemas"]["BooksRole"];
        };
        /** @description A note. */
        Memory: {
            createdAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            text: string;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The text of a note. */
        MemoryText: {
            text: string;
        };
        /** @description A merchant with its income and spending. */
        MerchantBody: {
            flows: components["schemas"]["FlowBody"][];
            /**
             * Format: date
             * @description The date of its latest transaction.
             */
            last: string;
            /** @description The name under which its transactions are grouped. */
            name: string;
            /**
             * @description `true` if the printed name is unclear and the merchant makes at least a hundredth of the spending in a
             *     currency, so that the user should name it.
             */
            needsName: boolean;
            /** @description The printed names to which the user gave this name, in lower case; empty if it is the printed name. */
            printed: string[];
        };
        /** @description The merchants that get one name. */
        MerchantNameRequest: {
            /** @description The present names of the merchants. */
            merchants: string[];
            /** @description The new name; `null` for the printed names. */
            name: string | null;
        };
        /** @description A merge of two accounts. */
        MergeBody: {
            accountId: components["schemas"]["Id"];
            by: components["schemas"]["EditedByBody"] | null;
            createdAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            otherId: components["schemas"]["Id"];
            otherName: string;
            undone: boolean;
            undoneBy: components["schemas"]["EditedByBody"] | null;
        };
        /** @description The account to merge into the account in the path. */
        MergeRequest: {
            other: components["schemas"]["Id"];
        };
        /** @description An account after a merge. */
        MergedBody: components["schemas"]["AccountBody"] & {
            /** @description The merge, for undoing it. */
            mergeId: components["schemas"]["Id"];
        };
        /** @description A model that can answer. */
        Model: {
            default: boolean;
            /** @description The host that receives what is sent to the model; `null` for the built-in analyst. */
            host: string | null;
            leavesMachine: boolean;
            name: string;
            /** @description True if lines of statements that do not add up are sent to the model. */
            readsStatements: boolean;
        };
        /** @description An amount of a currency. */
        Money: {
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
        };
        /**
         * @description A month of the calendar.
         * @example 2026-01
         */
        Month: string;
        /** @description An account that an edit names. */
        NamedAccount: {
            /** @description The id. */
            id: components["schemas"]["Id"];
            /** @description The name; `None` if the account was deleted and its name is not known. */
            name: string | null;
        };
        /** @description A category that an edit names. */
        NamedCategory: {
            /** @description The id. */
            id: components["schemas"]["Id"];
            /** @description The name; `None` if the category was deleted. */
            name: string | null;
        };
        /** @description The balances of the accounts over time. */
        NetWorthBody: {
            items: components["schemas"]["PointBody"][];
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
            unknownAccounts: components["schemas"]["Id"][];
        };
        /** @description A new account. */
        NewAccountRequest: {
            currency: components["schemas"]["Currency"];
            institution?: string | null;
            kind: components["schemas"]["AccountKind"];
            name: string;
        };
        /** @description A new category. */
        NewCategoryRequest: {
            name: string;
            parentId?: components["schemas"]["Id"] | null;
        };
        /** @description A new invitation. */
        NewInvitation: {
            /** @description The address to which the link is sent, if the server can send mail. */
            email?: string | null;
            role: components["schemas"]["BooksRole"];
        };
        /** @description A channel to add. */
        NewNotificationChannel: {
            /** @description The address of a webhook, or of a topic of an ntfy server; not used for mail. */
            address?: string | null;
            kind: components["schemas"]["ChannelKind"];
            /** @description The language of messages, such as `de`; English by default. */
            language?: string | null;
            /** @description The access token of an ntfy server that needs one. */
            token?: string | null;
        };
        /** @description A new password and the mailed token. */
        NewPasswordRequest: {
            /** @description 8 to 128 characters, counted in UTF-16 code units as browsers do: an emoji counts as two. */
            newPassword: string;
            /** @description The mailed token. It may be in the query instead. */
            token?: string | null;
        };
        /** @description A payment to record. */
        NewSettlement: {
            /** @description The amount, more than zero. */
            amount: string;
            currency: components["schemas"]["Currency"];
            /**
             * Format: date
             * @description The day of the payment.
             */
            date: string;
            /** @description The id of the member who paid. */
            from: components["schemas"]["Id"];
            /** @description The id of the member who received it. */
            to: components["schemas"]["Id"];
            transactionId?: components["schemas"]["Id"] | null;
        };
        /** @description The share of a member in a request. */
        NewShare: {
            /** @description An amount without a sign in the currency of the transaction, if it is divided by `amount`. */
            amount?: string | null;
            /** @description The id of the member. */
            member: components["schemas"]["Id"];
            /** @description A percentage with at most two decimals, if the transaction is divided by `percent`. */
            percent?: string | null;
        };
        /** @description A transaction to share. */
        NewSharedExpense: {
            by: components["schemas"]["DivisionUnit"];
            paidBy?: components["schemas"]["Id"] | null;
            /** @description The shares. They may be absent for `even`: then all members pay the same. */
            shares?: components["schemas"]["NewShare"][] | null;
            /** @description The id of a transaction of the user's own books or of the household's. */
            transactionId: components["schemas"]["Id"];
        };
        /** @description A new transaction. */
        NewTransactionRequest: {
            accountId: components["schemas"]["Id"];
            amount: components["schemas"]["Decimal"];
            categoryId?: components["schemas"]["Id"] | null;
            /** Format: date */
            date: string;
            description: string;
            kind?: components["schemas"]["TransactionKind"] | null;
            note?: string;
            /** Format: int32 */
            position?: number | null;
            statementId?: components["schemas"]["Id"] | null;
            tags?: components["schemas"]["Tag"][];
        };
        /** @description A notification. */
        NotificationBody: {
            createdAt: components["schemas"]["Timestamp"];
            /** @description The deliveries to the channels of that time. */
            deliveries: components["schemas"]["DeliveryBody"][];
            event: components["schemas"]["Facts"];
            id: components["schemas"]["Id"];
            readAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description A channel, without its address. */
        NotificationChannel: {
            createdAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            kind: components["schemas"]["ChannelKind"];
            /** @description The host of the address. */
            label: string;
        };
        /**
         * @description A kind of event. Each is off until the user turns it on.
         * @enum {string}
         */
        NotificationKind: "statement_unbalanced" | "statement_missing" | "budget_reached" | "bill_due" | "bill_missing" | "price_rose" | "unusual_amount" | "backup_failed" | "feed_failed" | "weekly_digest" | "monthly_digest";
        /** @description The kinds to turn on. */
        NotificationKinds: {
            /** @description All kinds that are on from now on; the others are off. */
            kinds: components["schemas"]["NotificationKind"][];
        };
        /** @description The settings of notifications. */
        NotificationSettings: {
            /** @description The kinds of channels that this server has. */
            availableChannels: components["schemas"]["ChannelKind"][];
            channels: components["schemas"]["NotificationChannel"][];
            /** @description The kinds that are on. By default none is. */
            kinds: components["schemas"]["NotificationKind"][];
        };
        /** @description The result of a test message. */
        NotificationTest: {
            /** @description The reason why it was not sent; `null` if the channel accepted it. */
            failure: string | null;
        };
        /** @description The latest notifications. */
        NotificationsBody: {
            /** @description The notifications, newest first, at most 100. */
            items: components["schemas"]["NotificationBody"][];
            /** @description Always `null`: older notifications are not listed. */
            nextCursor: string | null;
            /**
             * Format: int64
             * @description The number of all that are not read.
             */
            unread: number;
        };
        /** @description Two transactions that may be a transfer. */
        OfferBody: {
            /** @description The outgoing amount at the stored rate, if the two transactions have different currencies. */
            atTheRate?: components["schemas"]["AmountAtRateBody"];
            because: components["schemas"]["OfferReasonBody"];
            into: components["schemas"]["TransactionBody"];
            out: components["schemas"]["TransactionBody"];
        };
        /**
         * @description The reason why two transactions may be a transfer.
         * @enum {string}
         */
        OfferReasonBody: "named" | "worded" | "only_pair" | "rate";
        /** @description The authentication routes are available. */
        OkBody: {
            /** @description Always `true`. */
            ok: boolean;
        };
        /** @description The household that an invitation opens. */
        OpenInvitationBody: {
            expiresAt: components["schemas"]["Timestamp"];
            /** @description The name of the household. */
            household: string;
            /** @description The name of the owner who made it. */
            invitedBy: string;
            role: components["schemas"]["BooksRole"];
        };
        /**
         * @description A question that only the user can answer.
         * @enum {string}
         */
        OpenQuestion: "reading" | "currency" | "year";
        /** @description All rules of the user, in the new order. */
        OrderRequest: {
            ids: components["schemas"]["Id"][];
        };
        /**
         * @description The origin of a fact.
         * @enum {string}
         */
        Origin: "printed" | "inferred" | "confirmed";
        /** @description The origins of the facts that apply to all transactions of an account. */
        Origins: {
            /** @description The origin of the currency. */
            currency: components["schemas"]["Origin"];
            /** @description The origin of the kind of account. */
            kind: components["schemas"]["Origin"];
            /** @description The origin of the sign convention. */
            signs: components["schemas"]["Origin"];
            /** @description The origin of the years of the dates. */
            year: components["schemas"]["Origin"];
        };
        /**
         * @description The result of checking the part of a statement that reports on one account.
         * @enum {string}
         */
        Outcome: "balanced" | "unchecked" | "unbalanced";
        /** @description Days that two statements cover. */
        OverlapBody: components["schemas"]["PeriodBody"] & {
            statements: components["schemas"]["Id"][];
        };
        /** @description The change of the saved amount in the last three full months. */
        PaceBody: {
            /** @description The change in all of them together. */
            change: components["schemas"]["Decimal"];
            /** @description The first month. */
            from: components["schemas"]["Month"];
            /** @description The average change of a month. */
            perMonth: components["schemas"]["Decimal"];
            /** @description The last month. */
            to: components["schemas"]["Month"];
        };
        /**
         * @description The reason why two accounts may be the same one.
         * @enum {string}
         */
        PairReason: "number" | "transactions";
        /**
         * @description A kind of data that other programs have and that is not read.
         * @enum {string}
         */
        Part: "holdings" | "splits" | "tags" | "budgets" | "earlier_budgets" | "goals" | "transfers" | "rules" | "schedules" | "prices" | "other";
        /** @description A member or former member who has a part in the expenses of a household. */
        ParticipantBody: {
            id: components["schemas"]["Id"];
            /** @description True for a member, false for a former one. */
            isMember: boolean;
            /** @description True for the user who asks. */
            isYou: boolean;
            /** @description The name; `null` if the user was deleted. */
            name: string | null;
        };
        /** @description The user's password, as a confirmation. */
        PasswordRequest: {
            /** @description The password. */
            password: string;
        };
        /** @description A request for a password-reset mail. */
        PasswordResetRequest: {
            /**
             * Format: email
             * @description The user's email address.
             */
            email: string;
            /** @description The page that asks for the new password. */
            redirectTo?: string | null;
        };
        /**
         * @description The unit of an average.
         * @enum {string}
         */
        Per: "transaction" | "day" | "week" | "month" | "year";
        /** @description A period: its first and its last day. */
        PeriodBody: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        /**
         * @description A permission of an API token.
         * @enum {string}
         */
        PermissionName: "read" | "write";
        Permissions: {
            api: string[];
        };
        /** @description The permissions of an API token. */
        PermissionsRequest: {
            /** @description `read`, or `read` and `write`. */
            api: components["schemas"]["PermissionName"][];
        };
        /**
         * @description A rectangle on a page, in hundredths of a point (1/7200 inch), measured from the top left corner of the
         *     page as it is displayed.
         */
        Place: {
            /**
             * Format: int32
             * @description The height.
             */
            height: number;
            /**
             * Format: int32
             * @description The page number, from 1.
             */
            page: number;
            /**
             * Format: int32
             * @description The width.
             */
            width: number;
            /**
             * Format: int32
             * @description The distance from the left edge.
             */
            x: number;
            /**
             * Format: int32
             * @description The distance from the top edge.
             */
            y: number;
        };
        /** @description A rectangle on a page, in points from the top left corner. */
        PlaceBody: {
            /** Format: double */
            height: number;
            /** Format: int32 */
            page: number;
            /** Format: double */
            width: number;
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
        };
        /**
         * @description A number of units of any currency, of at most 16 digits and without a sign.
         * @example 12.50
         */
        PlainDecimal: string;
        /** @description The balances of the accounts at the end of a day. */
        PointBody: {
            accounts: components["schemas"]["AccountBalanceBody"][];
            converted: components["schemas"]["WorthBody"] | null;
            /** Format: date */
            date: string;
            sums: components["schemas"]["Money"][];
        };
        /** @description A user's settings. Fields that were never set have their default. */
        Preferences: {
            /**
             * @description The settings of the advisor.
             * @default {
             *       "memory": false,
             *       "sends": "ask"
             *     }
             */
            advisor: components["schemas"]["AdvisorPreferences"];
            /** @default null */
            currency: components["schemas"]["Currency"] | null;
            /**
             * @description The start of the user's financial year.
             * @default {
             *       "firstDay": 1,
             *       "firstMonth": 1
             *     }
             */
            fiscalCalendar: components["schemas"]["FiscalCalendar"];
        };
        /** @description Changes to preferences. Absent fields stay as they are. */
        PreferencesChange: {
            advisor?: components["schemas"]["AdvisorPreferencesChange"] | null;
            currency?: components["schemas"]["Currency"] | null;
            fiscalCalendar?: components["schemas"]["FiscalCalendar"] | null;
        };
        /** @description The changes that a rule would make. */
        PreviewBody: {
            /** Format: int64 */
            changed: number;
            /** Format: int64 */
            entries: number;
            examples: components["schemas"]["ExampleBody"][];
        };
        /** @description An account in a file. */
        PreviewedAccount: {
            closingBalance: components["schemas"]["Decimal"] | null;
            currency: components["schemas"]["Currency"];
            kind: components["schemas"]["AccountKind"];
            name: string | null;
            numberMasked: string | null;
            openingBalance: components["schemas"]["Decimal"] | null;
            transactionCount: number;
        };
        /** @description A budget in another program's export. */
        PreviewedBudget: {
            amount: components["schemas"]["Decimal"];
            category: string;
            currency: components["schemas"]["Currency"];
            end: components["schemas"]["Month"] | null;
            rhythm: components["schemas"]["BudgetRhythm"];
            rollOver: components["schemas"]["RollOver"];
            start: components["schemas"]["Month"];
        };
        /** @description A transaction in a file. */
        PreviewedTransaction: {
            amount: components["schemas"]["Decimal"];
            balance: components["schemas"]["Decimal"] | null;
            currency: components["schemas"]["Currency"];
            /** Format: date */
            date: string;
            description: string;
            /** Format: date */
            valueDate: string | null;
        };
        /** @description A change of the amount of a recurring payment. */
        PriceChangeBody: {
            after: components["schemas"]["Decimal"];
            before: components["schemas"]["Decimal"];
            /** Format: date */
            date: string;
        };
        /** @description The earliest and the latest price of a payment, as positive amounts. */
        Prices: {
            /** @description The earliest price. */
            first: components["schemas"]["Money"];
            /** @description The latest price. */
            latest: components["schemas"]["Money"];
            /**
             * Format: date
             * @description The day of the first payment at the latest price.
             */
            since: string;
        };
        /**
         * @description A kind of printed figure.
         * @enum {string}
         */
        PrintedFigure: "running_balance" | "opening_balance" | "closing_balance" | "total_in" | "total_out" | "sum" | "daily_balance" | "sign" | "count" | "date";
        /** @description The statement to process: `statementId`, or `filePath` as `/upload` returned it. */
        ProcessRequest: {
            filePath?: string | null;
            password?: string | null;
            reprocess?: boolean;
            statementId?: components["schemas"]["Id"] | null;
        };
        /** @description The result of processing a statement. */
        ProcessedBody: {
            data: components["schemas"]["ProcessedData"];
            jobId: components["schemas"]["Id"];
            message: string;
            statementId: components["schemas"]["Id"];
            success: boolean;
        };
        /** @description A processed statement. */
        ProcessedData: {
            /** Format: int64 */
            duplicateCount: number;
            isBalanced: boolean;
            /** Format: int64 */
            newTransactionCount: number;
            statement: components["schemas"]["StatementBody"];
            /** Format: int32 */
            transactionCount: number;
            verification: components["schemas"]["Verification"];
        };
        /** @description The progress of a goal. A figure that is unknown is `null`, and the field after it names the reason. */
        ProgressBody: {
            /**
             * Format: int32
             * @description The whole months until the target date.
             */
            monthsLeft: number | null;
            neededPerMonth: components["schemas"]["Decimal"] | null;
            neededUnknown: components["schemas"]["GoalUnknown"] | null;
            pace: components["schemas"]["PaceBody"] | null;
            paceUnknown: components["schemas"]["GoalUnknown"] | null;
            /**
             * Format: int64
             * @description The saved amount in percent of the target, rounded down.
             */
            percent: number | null;
            /** @description True if the target is saved; `null` if the saved amount is unknown. */
            reached: boolean | null;
            reachedIn: components["schemas"]["Month"] | null;
            reachedUnknown: components["schemas"]["GoalUnknown"] | null;
            remaining: components["schemas"]["Decimal"] | null;
            saved: components["schemas"]["Decimal"] | null;
            savedUnknown: components["schemas"]["GoalUnknown"] | null;
        };
        Provider: {
            id: string;
            name: string;
        };
        Providers: {
            providers: components["schemas"]["Provider"][];
        };
        /** @description A question about the transactions and balances of a user. */
        Query: {
            compare?: components["schemas"]["DateRange"] | null;
            currency?: components["schemas"]["Currency"] | null;
            /** @description The transactions that count. */
            filter?: components["schemas"]["QueryFilter"];
            groupBy?: components["schemas"]["Dimension"] | null;
            having?: components["schemas"]["Size"] | null;
            /**
             * Format: int32
             * @description The maximum number of rows. It applies to each currency separately, except where transactions
             *     are listed by date.
             */
            limit?: number | null;
            /** @description The figure to calculate. */
            measure: components["schemas"]["Measure"];
            /** @description The order of the rows. */
            order?: components["schemas"]["QueryOrder"];
            whatIf?: components["schemas"]["Cut"] | null;
        };
        /** @description The answer to a query. */
        QueryAnswer: {
            compared: components["schemas"]["DateRange"] | null;
            converted: components["schemas"]["ConvertedRows"] | null;
            /** @description Notes that qualify the figures. */
            notes: components["schemas"]["QueryNote"][];
            period: components["schemas"]["DateRange"] | null;
            /** @description The figures, one for each group and currency. */
            rows: components["schemas"]["QueryRow"][];
        };
        /** @description A query and its answer, or the reasons why the question is not understood. */
        QueryBody: {
            answer: components["schemas"]["QueryAnswer"] | null;
            /** @description Misspelled words of the question, with the names they were taken for. */
            corrections: components["schemas"]["Correction"][];
            language: components["schemas"]["Language"] | null;
            /** @description Suggested queries for a question that is not understood. */
            offers: components["schemas"]["Query"][];
            /** @description Pairs of accounts that may be the same one, so that their amounts may count twice in the answer. */
            possiblyCountedTwice: components["schemas"]["Id"][][];
            query: components["schemas"]["Query"] | null;
            topic: components["schemas"]["Topic"] | null;
            /** @description Words of the question that are not understood. */
            words: string[];
        };
        /** @description The transactions that a query covers. */
        QueryFilter: {
            /** @description The properties that a transaction must have: for each list that is not empty, one of its values. */
            only?: components["schemas"]["Conditions"];
            period?: components["schemas"]["DateRange"] | null;
            /** @description The properties that exclude a transaction: for each list that is not empty, one of its values. */
            without?: components["schemas"]["Conditions"];
        };
        /** @description A note that qualifies an answer. */
        QueryNote: {
            /**
             * Format: date
             * @description The figures end on this day, because the data for the rest of the period is incomplete.
             */
            until: string;
        } | {
            /**
             * Format: date
             * @description The data begins on this day, after the beginning of the period or of the compared one.
             */
            since: string;
        } | "likeForLike" | "differentLengths" | {
            /**
             * @description This period of a comparison has begun, but the data for it is incomplete, and there is no part of it
             *     that could be compared with the same part of the other.
             */
            unfinished: components["schemas"]["DateRange"];
        } | {
            /** @description There are no transactions in the period, but there are some outside of it. */
            elsewhere: components["schemas"]["Elsewhere"];
        } | {
            /** @description Accounts with an unknown balance are not included. */
            unknownAccounts: components["schemas"]["Id"][];
        } | {
            /** @description Accounts whose data ends before that of the others, so that days may be missing. */
            behind: components["schemas"]["AccountBehind"][];
        } | {
            /** @description Amounts were converted at these rates. */
            converted: {
                [key: string]: components["schemas"]["QueryRate"];
            };
        };
        /**
         * @description The order of a query's rows.
         * @enum {string}
         */
        QueryOrder: "natural" | "largest" | "smallest" | "difference";
        /** @description A rate at which amounts were converted. */
        QueryRate: {
            /**
             * Format: date
             * @description The day of the rate.
             */
            date: string;
            /** @description The units of the answer's currency for one unit of the other, as a decimal. */
            rate: string;
        };
        /** @description A query, or a question in words. */
        QueryRequest: {
            previous?: components["schemas"]["Query"] | null;
            query?: components["schemas"]["Query"] | null;
            /** @description A question in words, instead of a query. */
            question?: string | null;
        };
        /** @description One figure of an answer. */
        QueryRow: {
            compared: components["schemas"]["Figure"] | null;
            /** @description The figure. */
            figure: components["schemas"]["Figure"];
            /**
             * @description The group: an identifier, a merchant's name, `2025-04` or `Sat`. `None` for all transactions together,
             *     or for uncategorized ones.
             */
            group: string | null;
            /** @description For a single figure with a limit, `true` if the figure meets it. */
            meets: boolean | null;
            /**
             * Format: int64
             * @description The number of transactions behind the figure.
             */
            transactions: number;
        };
        /** @description A transaction in an answer. */
        QueryTransaction: {
            /** @description The signed amount; of a split transaction, the sum of the splits that count. */
            amount: components["schemas"]["Money"];
            /**
             * Format: date
             * @description The date.
             */
            date: string;
            /** @description The description. */
            description: string;
            /** @description The identifier. */
            id: components["schemas"]["Id"];
        };
        /** @description A preview of the request to a model. */
        QuestionBody: {
            /** @description The host that would receive it. */
            host: string | null;
            /**
             * Format: int64
             * @description The number of merchants in all requests.
             */
            merchants: number;
            /** @description The first message exactly as it would be sent. */
            message: string;
            /**
             * Format: int64
             * @description The number of requests.
             */
            requests: number;
            /** @description The system instructions. */
            system: string;
        };
        /** @description An exchange rate that was used to convert a figure. */
        RateBody: {
            /** Format: date */
            date: string;
            from: components["schemas"]["Currency"];
            rate: string;
        };
        /** @description The rates that were read from a table. */
        ReadBody: {
            rates: number;
            /** @description Column names that are not currencies in ISO 4217. */
            unknown: string[];
        };
        /**
         * @description The reader that read a statement.
         * @enum {string}
         */
        ReadBy: "layout" | "model" | "picture" | "import";
        /** @description The notifications to mark as read. */
        ReadRequest: {
            /** @description Their ids; absent for all. */
            ids?: components["schemas"]["Id"][] | null;
        };
        /** @description A transaction before and after an edit. */
        RecordBody: {
            after: components["schemas"]["TransactionState"] | null;
            before: components["schemas"]["TransactionState"] | null;
            edit: components["schemas"]["EditBody"];
        };
        /** @description A recurring payment or income. */
        RecurringBody: {
            accountId: components["schemas"]["Id"];
            active: boolean;
            amount: components["schemas"]["Decimal"];
            converted: components["schemas"]["ConvertedAmountBody"] | null;
            currency: components["schemas"]["Currency"];
            decision: components["schemas"]["Decision"] | null;
            /** @description The name that the user gave the merchant, or else the description of the latest transaction. */
            description: string;
            direction: components["schemas"]["Direction"];
            entries: components["schemas"]["Id"][];
            /** @description The dates on which it is expected in the 30 days after the last day with a transaction. */
            expected: string[];
            /** Format: date */
            first: string;
            fixed: boolean;
            /** Format: date */
            last: string;
            merchant: string;
            /** Format: date */
            next: string;
            priceChanges: components["schemas"]["PriceChangeBody"][];
            rhythm: components["schemas"]["Rhythm"];
        };
        /** @description A decision about the recurring payments that have all of these properties. */
        RecurringDecisionRequest: {
            currency: components["schemas"]["Currency"];
            decision: components["schemas"]["Decision"] | null;
            direction: components["schemas"]["Direction"];
            /** @description The merchant, as `GET /recurring` lists it. */
            merchant: string;
            rhythm: components["schemas"]["Rhythm"];
        };
        /**
         * @description The interval of a recurring payment, ordered from the most to the least frequent.
         * @enum {string}
         */
        Rhythm: "weekly" | "biweekly" | "monthly" | "quarterly" | "half_yearly" | "yearly";
        /**
         * @description The treatment of the amount that is left of a budget at the end of its period.
         * @enum {string}
         */
        RollOver: "nothing" | "unspent" | "everything";
        /** @description A row that cannot be read. */
        RowProblem: {
            line: number;
            what: string;
        };
        /**
         * @description A rule: if a transaction meets all conditions, the actions apply. Rules run in the user's order.
         *
         *     The JSON form is stable: `when` names the type of a condition, `do` that of an action.
         */
        Rule: {
            /** @description The actions, at least one. */
            actions: components["schemas"]["RuleAction"][];
            /** @description The conditions, at least one. All of them must be met. */
            conditions: components["schemas"]["RuleCondition"][];
            /** @description True if the rule applies; a disabled rule is skipped. */
            enabled: boolean;
            /** @description The identifier. */
            id: components["schemas"]["Id"];
            /** @description The name that the user gave it. */
            name: string;
        };
        /** @description A change that a rule makes to a transaction. */
        RuleAction: {
            /** @description The category. */
            category: components["schemas"]["Id"];
            /** @enum {string} */
            do: "set_category";
        } | {
            /** @description The new description. */
            description: string;
            /** @enum {string} */
            do: "rename";
        } | {
            /** @enum {string} */
            do: "add_tag";
            /** @description The tag. */
            tag: components["schemas"]["Tag"];
        } | {
            /** @enum {string} */
            do: "mark_transfer";
        };
        /** @description A condition on a transaction. */
        RuleCondition: {
            /** @description The text to find. */
            text: string;
            /** @enum {string} */
            when: "description_contains";
        } | {
            /** @enum {string} */
            when: "description_has_words";
            /** @description The words to find. */
            words: string;
        } | {
            /**
             * @description An expression in the syntax of Rust's `regex` crate. It has no back-references and no look-around,
             *     so matching takes linear time.
             */
            regex: string;
            /** @enum {string} */
            when: "description_matches";
        } | {
            max?: components["schemas"]["Money"] | null;
            min?: components["schemas"]["Money"] | null;
            /** @enum {string} */
            when: "amount";
        } | {
            /** @description The direction. */
            direction: components["schemas"]["Direction"];
            /** @enum {string} */
            when: "direction";
        } | {
            /** @description The account. */
            account: components["schemas"]["Id"];
            /** @enum {string} */
            when: "account";
        } | {
            /** @description The currency. */
            currency: components["schemas"]["Currency"];
            /** @enum {string} */
            when: "currency";
        };
        /** @description The contents of a rule. */
        RuleRequest: {
            actions: components["schemas"]["RuleAction"][];
            conditions: components["schemas"]["RuleCondition"][];
            enabled?: boolean;
            name: string;
        };
        /** @description A saved mapping of columns. */
        SavedMapping: {
            accountId: components["schemas"]["Id"];
            mapping: components["schemas"]["CsvMapping"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A saved view. */
        SavedViewBody: {
            createdAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            name: string;
            page: components["schemas"]["ViewPage"];
            /** @description The query of the page's address, without the question mark. */
            query: string;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Changes to a saved view. Absent fields stay as they are. */
        SavedViewChange: {
            name?: string | null;
            query?: string | null;
        };
        /** @description A view to save. */
        SavedViewRequest: {
            name: string;
            page: components["schemas"]["ViewPage"];
            query: string;
        };
        /** @description The selected transactions: `ids`, or all that match `filter`; at most 10000. */
        SelectionRequest: {
            filter?: components["schemas"]["FilterQuery"] | null;
            ids?: string[] | null;
        };
        /** @description The provider's authorization page. */
        SendOff: {
            /** @description True if the page is to go there at once. */
            redirect: boolean;
            /** @description The address of the page. */
            url: string;
        };
        /**
         * @description A user's decision on sending their questions and financial data to a model outside this machine.
         * @enum {string}
         */
        SendingConsent: "never" | "ask" | "always";
        /** @description A call of a tool. */
        SentCall: {
            /** @description The arguments as the model wrote them, which should be JSON. */
            arguments: string;
            /** @description The call's id. */
            id: string;
            /** @description The tool. */
            name: string;
        };
        /** @description A message as sent to a model. */
        SentMessage: {
            /** @description The call that a result answers. */
            callId?: string;
            /** @description The calls of tools by an assistant. */
            calls?: components["schemas"]["SentCall"][];
            /** @description `user`, `assistant` or `tool`. */
            role: string;
            /** @description The text, or the result of a tool. */
            text: string;
            /** @description The tool of a result. */
            tool?: string;
        };
        /** @description A session in better-auth's JSON. */
        SessionRecord: {
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            ipAddress: string;
            token: string;
            updatedAt: components["schemas"]["Timestamp"];
            userAgent: string;
            userId: components["schemas"]["Id"];
        };
        /** @description A recorded payment between two members. */
        SettlementBody: {
            amount: string;
            createdAt: components["schemas"]["Timestamp"];
            currency: components["schemas"]["Currency"];
            /** Format: date */
            date: string;
            /** @description The id of the member who paid. */
            from: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            /** @description The id of the member who received it. */
            to: components["schemas"]["Id"];
        };
        /** @description A transaction of the user's own books that may be the payment of a debt. */
        SettlementOfferBody: {
            /** @description The amount, more than zero. */
            amount: string;
            currency: components["schemas"]["Currency"];
            /** Format: date */
            date: string;
            /** @description The description of the transaction. Only the user whose transaction it is sees it. */
            description: string;
            /** @description The id of the member who pays. */
            from: components["schemas"]["Id"];
            /** @description The id of the member who receives it. */
            to: components["schemas"]["Id"];
            transactionId: components["schemas"]["Id"];
        };
        /** @description A setup token of a provider. */
        SetupTokenRequest: {
            /** @description The token, as the provider shows it. */
            setupToken: string;
        };
        /** @description The share of a member. */
        ShareBody: {
            /** @description The amount; `null` if the transaction was deleted. */
            amount: string | null;
            /** @description The id of the member. */
            member: components["schemas"]["Id"];
            /** @description The percentage, if the expense is divided by `percent`. */
            percent: string | null;
        };
        /** @description The shares of a transaction in a request. */
        ShareChange: {
            by: components["schemas"]["DivisionUnit"];
            paidBy?: components["schemas"]["Id"] | null;
            /** @description The shares. They may be absent for `even`: then all members pay the same. */
            shares?: components["schemas"]["NewShare"][] | null;
        };
        /** @description A transaction whose cost is divided among members. */
        SharedExpenseBody: {
            /** @description The amount that was spent: negative for a refund, `null` if the transaction was deleted. */
            amount: string | null;
            /** @description The books of the household. */
            books: components["schemas"]["Id"];
            by: components["schemas"]["DivisionUnit"];
            createdAt: components["schemas"]["Timestamp"];
            currency: components["schemas"]["Currency"] | null;
            /**
             * Format: date
             * @description The booking date; `null` if the transaction was deleted.
             */
            date: string | null;
            id: components["schemas"]["Id"];
            /** @description True if the transaction is in the household's books, false if it is in a member's own. */
            isOfHousehold: boolean;
            /** @description The name of the merchant; `null` unless the transaction exists. */
            merchant: string | null;
            /** @description The id of the member who paid. */
            paidBy: components["schemas"]["Id"];
            /** @description The shares, which add up to the amount. */
            shares: components["schemas"]["ShareBody"][];
            state: components["schemas"]["SharedExpenseState"];
            transactionId: components["schemas"]["Id"] | null;
        };
        /**
         * @description The origin of the amount of a shared expense.
         * @enum {string}
         */
        SharedExpenseState: "booked" | "gone" | "kept";
        /** @description The sharing of a transaction. */
        SharingBody: {
            /** @description The member who pays if the transaction is shared and no other is named. */
            paidBy: components["schemas"]["Id"];
            sharedExpense: components["schemas"]["SharedExpenseBody"] | null;
        };
        /** @description The session, or a request for the second factor. */
        SignInAnswer: {
            /** @description True if the page is to go to `url`. */
            redirect: boolean | null;
            /** @description The session's token. */
            token: string | null;
            /** @description The available second factors. */
            twoFactorMethods: string[] | null;
            /** @description True if a second-factor code is required. There is no session yet. */
            twoFactorRedirect: boolean | null;
            /** @description The page to go to. */
            url: string | null;
            /** @description The signed-in user. */
            user?: components["schemas"]["UserRecord"];
        };
        /** @description Sign-in details. */
        SignInEmailRequest: {
            /** @description The page to go to after the sign-in. */
            callbackURL?: string | null;
            /** @description The user's email address. */
            email: string;
            /** @description The user's password. */
            password: string;
            /** @description If `false`, the session ends when the browser closes. */
            rememberMe?: boolean | null;
        };
        /** @description An identity provider, and the pages to go to afterwards. */
        SignInSocialRequest: {
            /** @description The page to go to after the sign-in. */
            callbackURL?: string | null;
            /** @description If `true`, the answer has `redirect: false` and no `Location`: the page navigates itself. */
            disableRedirect?: boolean | null;
            /** @description The page to go to after a failure. */
            errorCallbackURL?: string | null;
            idToken?: components["schemas"]["IdTokenRequest"] | null;
            /** @description The address of the user who is expected to sign in. */
            loginHint?: string | null;
            /** @description The page to go to after the first sign-in of a new user. */
            newUserCallbackURL?: string | null;
            /** @description The provider's id, as listed by `/auth/providers`. */
            provider: string;
            /** @description Additional scopes to request. */
            scopes?: string[] | null;
        };
        /** @description Sign-up details. */
        SignUpEmailRequest: {
            /**
             * Format: email
             * @description The user's email address.
             */
            email: string;
            /** @description The address of a picture, or a small picture as a `data:` URL. */
            image?: string | null;
            /** @description The user's display name. */
            name: string;
            /** @description 8 to 128 characters, counted in UTF-16 code units as browsers do: an emoji counts as two. */
            password: string;
            /** @description If `false`, the session ends when the browser closes. */
            rememberMe?: boolean | null;
        };
        SignedUp: {
            token: string;
            user: components["schemas"]["UserRecord"];
        };
        /** @description Transactions of one merchant. */
        SimilarBody: {
            ids: components["schemas"]["Id"][];
            /** @description The merchant that they have in common. */
            merchant: string;
        };
        /** @description A limit on an amount, regardless of its direction. */
        Size: {
            /** @description The amount is this or larger. */
            atLeast: components["schemas"]["PlainDecimal"];
        } | {
            /** @description The amount is this or smaller. */
            atMost: components["schemas"]["PlainDecimal"];
        } | {
            /** @description The amount is larger than this. */
            above: components["schemas"]["PlainDecimal"];
        } | {
            /** @description The amount is smaller than this. */
            below: components["schemas"]["PlainDecimal"];
        };
        /** @description The provider's authorization page. For an ID token: the session, or a request for the second factor. */
        SocialAnswer: {
            /** @description True if the page is to go to `url` at once. */
            redirect: boolean | null;
            /** @description The session's token. */
            token: string | null;
            /** @description The available second factors. */
            twoFactorMethods: string[] | null;
            /** @description True if a second-factor code is required. There is no session yet. */
            twoFactorRedirect: boolean | null;
            /** @description The address of the provider's authorization page. */
            url: string | null;
            /** @description The signed-in user. */
            user?: components["schemas"]["UserRecord"];
        };
        /**
         * @description The direction of a sorted list.
         * @enum {string}
         */
        SortDirection: "asc" | "desc";
        /**
         * @description The order of a list of transactions.
         * @enum {string}
         */
        SortName: "date" | "-date" | "amount" | "-amount";
        /**
         * @description The money that counts towards a goal.
         * @enum {string}
         */
        SourceBody: "accounts" | "contributions";
        /** @description A currency with stored rates, and their first and last day. */
        SpanBody: {
            currency: components["schemas"]["Currency"];
            /** Format: date */
            first: string;
            /** Format: date */
            last: string;
        };
        /** @description Income and spending of a category or a merchant. */
        SpendingBody: {
            categoryId: components["schemas"]["Id"] | null;
            converted: components["schemas"]["ConvertedBody"] | null;
            flows: components["schemas"]["FlowBody"][];
            name: string | null;
            parentId: components["schemas"]["Id"] | null;
        };
        /** @description A share of a transaction with its own category. */
        Split: {
            /** @description The share: signed, and in the currency of the transaction. */
            amount: components["schemas"]["Money"];
            category: components["schemas"]["Id"] | null;
            /** @description The user's note. */
            note: string | null;
        };
        /** @description A split: a share of a transaction with its own category. */
        SplitBody: {
            amount: components["schemas"]["Decimal"];
            categoryId: components["schemas"]["Id"] | null;
            note: string | null;
        };
        /** @description A split: a share of a transaction with its own category. */
        SplitItem: {
            amount: components["schemas"]["Decimal"];
            categoryId?: components["schemas"]["Id"] | null;
            note?: string | null;
        };
        /** @description The splits of a transaction; an empty list removes them. */
        SplitRequest: {
            splits: components["schemas"]["SplitItem"][];
        };
        /** @description A balance that the user entered for the end of a day. */
        StatedBalanceBody: {
            amount: components["schemas"]["Decimal"];
            /** Format: date */
            date: string;
        };
        /** @description The section of a statement for one account. */
        StatementAccountBody: components["schemas"]["FindingsBody"] & {
            accountId: components["schemas"]["Id"];
            closingBalance: components["schemas"]["Decimal"] | null;
            /**
             * Format: date
             * @description The day of the closing balance, if it is not the last day of the period.
             */
            closingOn: string | null;
            currency: components["schemas"]["Currency"];
            discrepancy: components["schemas"]["Decimal"] | null;
            firstBrokenEntryId: components["schemas"]["Id"] | null;
            likelyCauses: components["schemas"]["LikelyCauseBody"][];
            numberMasked: string | null;
            openingBalance: components["schemas"]["Decimal"] | null;
            outcome: components["schemas"]["Outcome"];
            /** Format: date */
            periodEnd: string | null;
            /** Format: date */
            periodStart: string | null;
            witnesses: components["schemas"]["Witness"][];
        };
        /** @description A statement. */
        StatementBody: {
            accounts: components["schemas"]["StatementAccountBody"][];
            createdAt: components["schemas"]["Timestamp"];
            failure: components["schemas"]["Failure"] | null;
            fileName: string;
            filePath: string;
            id: components["schemas"]["Id"];
            institution: string | null;
            jobId: components["schemas"]["Id"] | null;
            kind: components["schemas"]["StatementKind"];
            outcome: components["schemas"]["Outcome"] | null;
            /** Format: int32 */
            pages: number | null;
            processedAt: components["schemas"]["Timestamp"] | null;
            readBy: components["schemas"]["ReadBy"] | null;
            sha256: string;
            /** Format: int64 */
            size: number;
            status: components["schemas"]["StatementStatus"];
        };
        /**
         * @description The kind of a statement.
         * @enum {string}
         */
        StatementKind: "bank" | "card" | "investment" | "other";
        /**
         * @description The processing state of a statement.
         * @enum {string}
         */
        StatementStatus: "uploaded" | "processing" | "processed" | "failed";
        /**
         * @description The reason why a model was not asked about every merchant.
         * @enum {string}
         */
        StoppedBody: "tokens_used_up" | "no_answer" | "more";
        /** @description One event of a stream. */
        StreamedEvent: {
            /** @description A JSON object; `[DONE]` at the end of a reply. */
            data: string;
        };
        /** @description A transaction that an edit names. */
        SubjectTransaction: {
            /** @description The amount. */
            amount: components["schemas"]["Money"];
            /**
             * Format: date
             * @description The booking date.
             */
            date: string;
            /** @description The description. */
            description: string;
            /** @description The id. The transaction may be deleted. */
            id: components["schemas"]["Id"];
        };
        /** @description Success. */
        Success: {
            /** @description Always `true`. */
            success: boolean;
        };
        /** @description A suggested category for a transaction, with the reasons. */
        SuggestionBody: {
            because: components["schemas"]["TransactionBody"][];
            categoryId: components["schemas"]["Id"];
            /** Format: int32 */
            certaintyPerMille: number;
            words: string[];
        };
        /**
         * @description A word or a few, on one line and without a comma.
         * @example holiday 2025
         */
        Tag: string;
        /** @description A tag in use. */
        TagBody: {
            /** Format: int64 */
            entries: number;
            tag: string;
        };
        /** @description A thread: a stored chat. */
        Thread: {
            clientId: string | null;
            /** @description The model and host to which the user allowed this thread to be sent. */
            consent: string | null;
            createdAt: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            model: string | null;
            /** @description True while an answer is being written. */
            streaming: boolean;
            title: string;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Changes to a thread. Absent fields stay as they are. */
        ThreadChange: {
            /** @description `null` revokes the user's consent. Consent is given with a chat message only. */
            consent?: string | null;
            title?: string | null;
        };
        /** @description A thread with its messages. */
        ThreadWithMessages: components["schemas"]["Thread"] & {
            messages: components["schemas"]["KeptMessage"][];
        };
        /**
         * Format: date-time
         * @description A moment in UTC with milliseconds (RFC 3339).
         * @example 2026-11-20T20:31:47.921Z
         */
        Timestamp: string;
        /** @description One of the user's sessions. */
        TokenRequest: {
            /** @description The session's token, or its handle from `/auth/list-sessions`. */
            token: string;
        };
        /** @description A question about a report. */
        Topic: {
            /** @description The report. */
            about: components["schemas"]["About"];
            /** @description Misspelled words that were read as a similar name. */
            corrections: components["schemas"]["Correction"][];
            /** @description The conditions that the question names: at most one category, merchant and account. */
            filter: components["schemas"]["QueryFilter"];
            /** @description The language of the question. */
            language: components["schemas"]["Language"];
        };
        /** @description The totals of transactions. */
        TotalsBody: components["schemas"]["Figures_FlowBody"] & {
            converted: components["schemas"]["ConvertedBody"] | null;
        };
        /** @description The secret for an authenticator app. */
        TotpUri: {
            /** @description The `otpauth:` URI, for a QR code. */
            totpURI: string;
        };
        /** @description The trace of one answer: requests to the model, tool calls with their results, tokens, time. */
        Trace: components["schemas"]["TraceContent"] & {
            createdAt: components["schemas"]["Timestamp"];
            messageId: string;
        };
        /** @description The data of one answer. */
        TraceContent: {
            /**
             * Format: int64
             * @description The tokens of all requests.
             */
            inputTokens: number;
            /** @description True if the data left the machine. */
            leavesMachine: boolean;
            /**
             * Format: int64
             * @description The time until the answer was complete.
             */
            milliseconds: number;
            /** @description The model that answered. */
            model: string;
            /**
             * Format: int64
             * @description The tokens of all answers.
             */
            outputTokens: number;
            /**
             * Format: int32
             * @description The version of the instructions to the model.
             */
            promptVersion: number;
            /** @description The requests to the model, in order. */
            steps: components["schemas"]["TraceStep"][];
            /** @description The instructions to the model. */
            system: string;
            /** @description The names of the tools that the model could call. */
            tools: string[];
        };
        /** @description A request to a model. */
        TraceStep: {
            /** @description The messages that the request sent in addition to those of the one before. */
            messages: components["schemas"]["SentMessage"][];
        };
        /** @description A transaction: one booked line of an account. */
        TransactionBody: {
            accountId: components["schemas"]["Id"];
            amount: components["schemas"]["Decimal"];
            balance: components["schemas"]["Decimal"] | null;
            categoryBy: components["schemas"]["CategoryBy"];
            categoryId: components["schemas"]["Id"] | null;
            currency: components["schemas"]["Currency"];
            /** Format: date */
            date: string;
            description: string;
            id: components["schemas"]["Id"];
            kind: components["schemas"]["TransactionKind"];
            /** @description The name under which the reports group the merchant's transactions. */
            merchant: string;
            /** @description True if the user gave the merchant this name; false if it is the printed one. */
            merchantNamed: boolean;
            note: string;
            originalDescription: string;
            place: components["schemas"]["PlaceBody"] | null;
            /** Format: int32 */
            position: number;
            splits: components["schemas"]["SplitBody"][];
            statementId: components["schemas"]["Id"] | null;
            tags: components["schemas"]["Tag"][];
            transferId: components["schemas"]["Id"] | null;
            /** Format: date */
            valueDate: string | null;
        };
        /** @description Changes to a transaction. Absent fields stay as they are; `categoryId: null` removes the category. */
        TransactionChange: {
            addTags?: components["schemas"]["Tag"][];
            amount?: components["schemas"]["Decimal"] | null;
            categoryId?: components["schemas"]["Id"] | null;
            /** Format: date */
            date?: string | null;
            description?: string | null;
            kind?: components["schemas"]["TransactionKind"] | null;
            note?: string | null;
            removeTags?: components["schemas"]["Tag"][];
            tags?: components["schemas"]["Tag"][] | null;
        };
        /**
         * @description The role of a transaction in income and spending.
         * @enum {string}
         */
        TransactionKind: "entry" | "transfer";
        /** @description The part of a transaction that an edit can change. */
        TransactionState: {
            /** @description The account of the transaction. */
            account: components["schemas"]["Id"];
            /** @description The amount: positive for money in, negative for money out. */
            amount: components["schemas"]["Money"];
            category: components["schemas"]["Id"] | null;
            /** @description The origin of the category. */
            categoryBy: components["schemas"]["CategoryBy"];
            /**
             * Format: date
             * @description The booking date.
             */
            date: string;
            /** @description The description that the user sees; they may edit it. */
            description: string;
            /** @description Income or spending, or a transfer between own accounts. */
            kind: components["schemas"]["TransactionKind"];
            /** @description The user's note; empty if there is none. */
            note: string;
            /** @description The splits; empty if the transaction is not split. */
            splits: components["schemas"]["Split"][];
            /** @description The user's tags, in order. */
            tags: components["schemas"]["Tag"][];
            transfer: components["schemas"]["Id"] | null;
        };
        /** @description The two transactions of a transfer. */
        TransferRequest: {
            into: components["schemas"]["Id"];
            out: components["schemas"]["Id"];
        };
        /** @description An edit that was undone. */
        UndoneBody: {
            edit: components["schemas"]["EditBody"];
            /**
             * Format: int64
             * @description The number of transactions that were changed again since the edit and therefore stay, wholly or in
             *     part. An account counts like a transaction.
             */
            kept: number;
        };
        /** @description A merge that was undone. */
        UndoneMergeBody: {
            /** @description The restored account. */
            account: components["schemas"]["AccountBody"];
            /**
             * Format: int64
             * @description The number of transactions that were changed or deleted after the merge and stay as they are.
             */
            kept: number;
        };
        /** @description One of the user's sign-in methods. */
        UnlinkAccountRequest: {
            /** @description The id, as listed by `/auth/list-accounts`. */
            accountId: string;
        };
        /** @description An attachment that is not matched to a transaction. */
        UnmatchedAttachmentBody: {
            attachment: components["schemas"]["AttachmentBody"];
            /** @description The transactions that it may belong to, at most three, likely ones first. */
            offers: components["schemas"]["AttachmentOfferBody"][];
        };
        /** @description Changes to an API token. Absent fields stay as they are. */
        UpdateApiKeyRequest: {
            /** @description If `false`, the token is rejected until it is enabled again. */
            enabled?: boolean;
            /**
             * Format: double
             * @description Lifetime in seconds from now; `null` for unlimited.
             */
            expiresIn?: number | null;
            /** @description The token's id. */
            keyId: components["schemas"]["Id"];
            /** @description A name that the user chooses. */
            name?: string;
        };
        /** @description Changes to the user's profile. Absent fields stay as they are. */
        UpdateUserRequest: {
            /** @description The picture; `null` removes it. */
            image?: string | null;
            /** @description The display name. */
            name?: string;
        };
        /** @description The results for the files of an upload. */
        UploadBody: {
            fileName: string;
            filePath: string | null;
            files: components["schemas"]["FileBody"][];
            /** Format: int64 */
            size: number | null;
            statementId: components["schemas"]["Id"] | null;
            success: boolean;
        };
        /** @description Statement files. */
        UploadForm: {
            /**
             * @description One or more statements: PDF, CSV, OFX, QIF, CAMT.053 or MT940. Every part with a file name is
             *     accepted.
             */
            files: components["schemas"]["File"][];
            /** @description The password of the encrypted PDFs among them. */
            password?: string | null;
        };
        /** @description A user in better-auth's JSON. */
        UserRecord: {
            createdAt: components["schemas"]["Timestamp"];
            email: string;
            emailVerified: boolean;
            id: components["schemas"]["Id"];
            image: string | null;
            name: string;
            twoFactorEnabled: boolean;
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The check of a statement. */
        Verification: {
            accounts: components["schemas"]["StatementAccountBody"][];
            outcome: components["schemas"]["Outcome"] | null;
        };
        /** @description A request for a verification mail. */
        VerificationEmailRequest: {
            /** @description The page that the mailed link leads to afterwards. */
            callbackURL?: string | null;
            /**
             * Format: email
             * @description The address to verify.
             */
            email: string;
        };
        Verified: {
            token?: string;
            user: components["schemas"]["UserRecord"];
        };
        /** @description The address is verified. */
        VerifiedEmail: {
            /** @description Always `true`. */
            status: boolean;
            user: components["schemas"]["UserRecord"] | null;
        };
        /**
         * @description A page whose views can be saved.
         * @enum {string}
         */
        ViewPage: "transactions" | "reports";
        /** @description An independently printed figure that confirms or contradicts the transactions. */
        Witness: {
            /** @description True if this holds. */
            holds: boolean;
            /** @enum {string} */
            witness: "opening_and_closing";
        } | {
            /**
             * Format: int32
             * @description The number of those balances that follow from the previous one.
             */
            holding: number;
            /**
             * Format: int32
             * @description The number of rows with a printed balance.
             */
            printed: number;
            /** @enum {string} */
            witness: "running_balances";
        } | {
            /** @description True if it agrees with the transactions. */
            holds: boolean;
            /** @enum {string} */
            witness: "total_in";
        } | {
            /** @description True if it agrees with the transactions. */
            holds: boolean;
            /** @enum {string} */
            witness: "total_out";
        } | {
            /** @description True if it agrees with the transactions. */
            holds: boolean;
            /** @enum {string} */
            witness: "count";
        } | {
            /**
             * Format: int32
             * @description The number of those that agree with the others.
             */
            holding: number;
            /**
             * Format: int32
             * @description The number of such balances.
             */
            printed: number;
            /** @enum {string} */
            witness: "other_balances";
        } | {
            /**
             * Format: int32
             * @description The number of those that agree with the transactions.
             */
            holding: number;
            /**
             * Format: int32
             * @description The number of such sums.
             */
            printed: number;
            /** @enum {string} */
            witness: "sums";
        } | {
            /**
             * Format: int32
             * @description The number of those that agree with the transactions.
             */
            holding: number;
            /**
             * Format: int32
             * @description The number of such balances.
             */
            printed: number;
            /** @enum {string} */
            witness: "daily_balances";
        };
        /** @description All balances in one currency, with the rates that were used. */
        WorthBody: {
            amount: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
            rates: components["schemas"]["RateBody"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type About = components['schemas']['About'];
export type AcceptedBody = components['schemas']['AcceptedBody'];
export type AccessToken = components['schemas']['AccessToken'];
export type AccountBalanceBody = components['schemas']['AccountBalanceBody'];
export type AccountBehind = components['schemas']['AccountBehind'];
export type AccountBody = components['schemas']['AccountBody'];
export type AccountChange = components['schemas']['AccountChange'];
export type AccountKind = components['schemas']['AccountKind'];
export type AccountRequest = components['schemas']['AccountRequest'];
export type AdvisorPreferences = components['schemas']['AdvisorPreferences'];
export type AdvisorPreferencesChange = components['schemas']['AdvisorPreferencesChange'];
export type AlternativeBody = components['schemas']['AlternativeBody'];
export type AlternativeExample = components['schemas']['AlternativeExample'];
export type AmountAtRateBody = components['schemas']['AmountAtRateBody'];
export type AnswerRequest = components['schemas']['AnswerRequest'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyRecord = components['schemas']['ApiKeyRecord'];
export type AppliedBody = components['schemas']['AppliedBody'];
export type AttachmentBody = components['schemas']['AttachmentBody'];
export type AttachmentForm = components['schemas']['AttachmentForm'];
export type AttachmentMatchRequest = components['schemas']['AttachmentMatchRequest'];
export type AttachmentOfferBody = components['schemas']['AttachmentOfferBody'];
export type AttachmentText = components['schemas']['AttachmentText'];
export type AuthErrorBody = components['schemas']['AuthErrorBody'];
export type BackupCodes = components['schemas']['BackupCodes'];
export type BalanceBody = components['schemas']['BalanceBody'];
export type BalanceRequest = components['schemas']['BalanceRequest'];
export type BalancesBody = components['schemas']['BalancesBody'];
export type BooksBody = components['schemas']['BooksBody'];
export type BooksRole = components['schemas']['BooksRole'];
export type BreakBody = components['schemas']['BreakBody'];
export type BucketBody = components['schemas']['BucketBody'];
export type BudgetAmountsBody = components['schemas']['BudgetAmountsBody'];
export type BudgetBody = components['schemas']['BudgetBody'];
export type BudgetRequest = components['schemas']['BudgetRequest'];
export type BudgetRhythm = components['schemas']['BudgetRhythm'];
export type BudgetStateBody = components['schemas']['BudgetStateBody'];
export type BulkRequest = components['schemas']['BulkRequest'];
export type CategorizeRequest = components['schemas']['CategorizeRequest'];
export type CategorizedBody = components['schemas']['CategorizedBody'];
export type CategoryBody = components['schemas']['CategoryBody'];
export type CategoryBy = components['schemas']['CategoryBy'];
export type CategoryChange = components['schemas']['CategoryChange'];
export type CauseCode = components['schemas']['CauseCode'];
export type ChangeEmailRequest = components['schemas']['ChangeEmailRequest'];
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest'];
export type Changed = components['schemas']['Changed'];
export type ChangedAccountBody = components['schemas']['ChangedAccountBody'];
export type ChannelKind = components['schemas']['ChannelKind'];
export type ChatBody = components['schemas']['ChatBody'];
export type ChatMessage = components['schemas']['ChatMessage'];
export type ChatPart = components['schemas']['ChatPart'];
export type ChatRole = components['schemas']['ChatRole'];
export type ChecksBody = components['schemas']['ChecksBody'];
export type CodeRequest = components['schemas']['CodeRequest'];
export type Conditions = components['schemas']['Conditions'];
export type ConsentToCategorize = components['schemas']['ConsentToCategorize'];
export type ContradictionBody = components['schemas']['ContradictionBody'];
export type ContributionBody = components['schemas']['ContributionBody'];
export type ContributionRequest = components['schemas']['ContributionRequest'];
export type ConvertedAmountBody = components['schemas']['ConvertedAmountBody'];
export type ConvertedBody = components['schemas']['ConvertedBody'];
export type ConvertedRows = components['schemas']['ConvertedRows'];
export type ConvertedStateBody = components['schemas']['ConvertedStateBody'];
export type Correction = components['schemas']['Correction'];
export type CoverageBody = components['schemas']['CoverageBody'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type CreatedNotificationChannel = components['schemas']['CreatedNotificationChannel'];
export type CsvMapping = components['schemas']['CsvMapping'];
export type Currency = components['schemas']['Currency'];
export type CurrencyBalancesBody = components['schemas']['CurrencyBalancesBody'];
export type Cut = components['schemas']['Cut'];
export type DateRange = components['schemas']['DateRange'];
export type DebtBody = components['schemas']['DebtBody'];
export type Decimal = components['schemas']['Decimal'];
export type Decision = components['schemas']['Decision'];
export type DeleteApiKeyRequest = components['schemas']['DeleteApiKeyRequest'];
export type DeleteHousehold = components['schemas']['DeleteHousehold'];
export type DeleteMyData = components['schemas']['DeleteMyData'];
export type DeleteUserRequest = components['schemas']['DeleteUserRequest'];
export type Deleted = components['schemas']['Deleted'];
export type DeliveryBody = components['schemas']['DeliveryBody'];
export type Difference = components['schemas']['Difference'];
export type DigestBehind = components['schemas']['DigestBehind'];
export type DigestCategoryFacts = components['schemas']['DigestCategoryFacts'];
export type DigestFacts = components['schemas']['DigestFacts'];
export type DigestFlowFacts = components['schemas']['DigestFlowFacts'];
export type Dimension = components['schemas']['Dimension'];
export type Direction = components['schemas']['Direction'];
export type DistinctAccountsRequest = components['schemas']['DistinctAccountsRequest'];
export type DistinctRequest = components['schemas']['DistinctRequest'];
export type DivisionUnit = components['schemas']['DivisionUnit'];
export type Done = components['schemas']['Done'];
export type DuplicateAccountsBody = components['schemas']['DuplicateAccountsBody'];
export type DuplicatesBody = components['schemas']['DuplicatesBody'];
export type EarmarkBody = components['schemas']['EarmarkBody'];
export type EditAction = components['schemas']['EditAction'];
export type EditBody = components['schemas']['EditBody'];
export type EditSubject = components['schemas']['EditSubject'];
export type EditedByBody = components['schemas']['EditedByBody'];
export type Elsewhere = components['schemas']['Elsewhere'];
export type EnableTwoFactorRequest = components['schemas']['EnableTwoFactorRequest'];
export type Enrollment = components['schemas']['Enrollment'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ExampleBody = components['schemas']['ExampleBody'];
export type ExplanationBody = components['schemas']['ExplanationBody'];
export type ExportedAccount = components['schemas']['ExportedAccount'];
export type ExportedCategory = components['schemas']['ExportedCategory'];
export type ExportedStatement = components['schemas']['ExportedStatement'];
export type ExportedTransaction = components['schemas']['ExportedTransaction'];
export type Facts = components['schemas']['Facts'];
export type Failure = components['schemas']['Failure'];
export type FailureCode = components['schemas']['FailureCode'];
export type FeedAccountBody = components['schemas']['FeedAccountBody'];
export type FeedAuthorizationAnswer = components['schemas']['FeedAuthorizationAnswer'];
export type FeedAuthorizationBody = components['schemas']['FeedAuthorizationBody'];
export type FeedAuthorizationRequest = components['schemas']['FeedAuthorizationRequest'];
export type FeedBank = components['schemas']['FeedBank'];
export type FeedBankOfferBody = components['schemas']['FeedBankOfferBody'];
export type FeedBanksBody = components['schemas']['FeedBanksBody'];
export type FeedBody = components['schemas']['FeedBody'];
export type FeedLinkRequest = components['schemas']['FeedLinkRequest'];
export type FeedLinkState = components['schemas']['FeedLinkState'];
export type FeedLinkTarget = components['schemas']['FeedLinkTarget'];
export type FeedProvider = components['schemas']['FeedProvider'];
export type FeedState = components['schemas']['FeedState'];
export type FeedsBody = components['schemas']['FeedsBody'];
export type Figure = components['schemas']['Figure'];
export type Figures_BucketBody = components['schemas']['Figures_BucketBody'];
export type Figures_BudgetBody = components['schemas']['Figures_BudgetBody'];
export type Figures_FlowBody = components['schemas']['Figures_FlowBody'];
export type Figures_GoalBody = components['schemas']['Figures_GoalBody'];
export type Figures_GroupBody = components['schemas']['Figures_GroupBody'];
export type Figures_RecurringBody = components['schemas']['Figures_RecurringBody'];
export type Figures_SpendingBody = components['schemas']['Figures_SpendingBody'];
export type File = components['schemas']['File'];
export type FileBody = components['schemas']['FileBody'];
export type FilterQuery = components['schemas']['FilterQuery'];
export type FindingsBody = components['schemas']['FindingsBody'];
export type FiscalCalendar = components['schemas']['FiscalCalendar'];
export type FlowBody = components['schemas']['FlowBody'];
export type FoundSession = components['schemas']['FoundSession'];
export type GoalAccount = components['schemas']['GoalAccount'];
export type GoalBody = components['schemas']['GoalBody'];
export type GoalOrderRequest = components['schemas']['GoalOrderRequest'];
export type GoalRequest = components['schemas']['GoalRequest'];
export type GoalUnknown = components['schemas']['GoalUnknown'];
export type GroupBody = components['schemas']['GroupBody'];
export type HealthBody = components['schemas']['HealthBody'];
export type HouseholdName = components['schemas']['HouseholdName'];
export type Id = components['schemas']['Id'];
export type IdTokenRequest = components['schemas']['IdTokenRequest'];
export type ImportAccount = components['schemas']['ImportAccount'];
export type ImportForm = components['schemas']['ImportForm'];
export type ImportFormat = components['schemas']['ImportFormat'];
export type ImportPreview = components['schemas']['ImportPreview'];
export type ImportRequest = components['schemas']['ImportRequest'];
export type ImportedData = components['schemas']['ImportedData'];
export type InvitationBody = components['schemas']['InvitationBody'];
export type InvitationToken = components['schemas']['InvitationToken'];
export type InvitedBody = components['schemas']['InvitedBody'];
export type JobBody = components['schemas']['JobBody'];
export type JobProgress = components['schemas']['JobProgress'];
export type JobStage = components['schemas']['JobStage'];
export type JobState = components['schemas']['JobState'];
export type JsonExport = components['schemas']['JsonExport'];
export type KeptMessage = components['schemas']['KeptMessage'];
export type Language = components['schemas']['Language'];
export type LeftOut = components['schemas']['LeftOut'];
export type LikelyCauseBody = components['schemas']['LikelyCauseBody'];
export type List_AccountBody = components['schemas']['List_AccountBody'];
export type List_AttachmentBody = components['schemas']['List_AttachmentBody'];
export type List_BooksBody = components['schemas']['List_BooksBody'];
export type List_CategoryBody = components['schemas']['List_CategoryBody'];
export type List_ContributionBody = components['schemas']['List_ContributionBody'];
export type List_CoverageBody = components['schemas']['List_CoverageBody'];
export type List_DuplicateAccountsBody = components['schemas']['List_DuplicateAccountsBody'];
export type List_DuplicatesBody = components['schemas']['List_DuplicatesBody'];
export type List_EditBody = components['schemas']['List_EditBody'];
export type List_InvitationBody = components['schemas']['List_InvitationBody'];
export type List_MemberBody = components['schemas']['List_MemberBody'];
export type List_Memory = components['schemas']['List_Memory'];
export type List_MerchantBody = components['schemas']['List_MerchantBody'];
export type List_MergeBody = components['schemas']['List_MergeBody'];
export type List_Model = components['schemas']['List_Model'];
export type List_OfferBody = components['schemas']['List_OfferBody'];
export type List_RecordBody = components['schemas']['List_RecordBody'];
export type List_Rule = components['schemas']['List_Rule'];
export type List_SavedMapping = components['schemas']['List_SavedMapping'];
export type List_SavedViewBody = components['schemas']['List_SavedViewBody'];
export type List_SettlementBody = components['schemas']['List_SettlementBody'];
export type List_SettlementOfferBody = components['schemas']['List_SettlementOfferBody'];
export type List_SharedExpenseBody = components['schemas']['List_SharedExpenseBody'];
export type List_SpanBody = components['schemas']['List_SpanBody'];
export type List_StatedBalanceBody = components['schemas']['List_StatedBalanceBody'];
export type List_StatementBody = components['schemas']['List_StatementBody'];
export type List_TagBody = components['schemas']['List_TagBody'];
export type List_Thread = components['schemas']['List_Thread'];
export type List_Trace = components['schemas']['List_Trace'];
export type List_TransactionBody = components['schemas']['List_TransactionBody'];
export type List_UnmatchedAttachmentBody = components['schemas']['List_UnmatchedAttachmentBody'];
export type ListedCredential = components['schemas']['ListedCredential'];
export type MailActionKind = components['schemas']['MailActionKind'];
export type MailFileBody = components['schemas']['MailFileBody'];
export type MailFileOutcome = components['schemas']['MailFileOutcome'];
export type MailLoginKind = components['schemas']['MailLoginKind'];
export type MailMessageBody = components['schemas']['MailMessageBody'];
export type MailOutcome = components['schemas']['MailOutcome'];
export type MailRuleBody = components['schemas']['MailRuleBody'];
export type MailRuleRequest = components['schemas']['MailRuleRequest'];
export type MailSecurity = components['schemas']['MailSecurity'];
export type MailboxBody = components['schemas']['MailboxBody'];
export type MailboxRequest = components['schemas']['MailboxRequest'];
export type MailboxState = components['schemas']['MailboxState'];
export type MailboxTestBody = components['schemas']['MailboxTestBody'];
export type MailboxesBody = components['schemas']['MailboxesBody'];
export type MailedBody = components['schemas']['MailedBody'];
export type MappingOrigin = components['schemas']['MappingOrigin'];
export type McpMessage = components['schemas']['McpMessage'];
export type Measure = components['schemas']['Measure'];
export type MediaType = components['schemas']['MediaType'];
export type MemberBalanceBody = components['schemas']['MemberBalanceBody'];
export type MemberBody = components['schemas']['MemberBody'];
export type MemberRole = components['schemas']['MemberRole'];
export type Memory = components['schemas']['Memory'];
export type MemoryText = components['schemas']['MemoryText'];
export type MerchantBody = components['schemas']['MerchantBody'];
export type MerchantNameRequest = components['schemas']['MerchantNameRequest'];
export type MergeBody = components['schemas']['MergeBody'];
export type MergeRequest = components['schemas']['MergeRequest'];
export type MergedBody = components['schemas']['MergedBody'];
export type Model = components['schemas']['Model'];
export type Money = components['schemas']['Money'];
export type Month = components['schemas']['Month'];
export type NamedAccount = components['schemas']['NamedAccount'];
export type NamedCategory = components['schemas']['NamedCategory'];
export type NetWorthBody = components['schemas']['NetWorthBody'];
export type NewAccountRequest = components['schemas']['NewAccountRequest'];
export type NewCategoryRequest = components['schemas']['NewCategoryRequest'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type NewNotificationChannel = components['schemas']['NewNotificationChannel'];
export type NewPasswordRequest = components['schemas']['NewPasswordRequest'];
export type NewSettlement = components['schemas']['NewSettlement'];
export type NewShare = components['schemas']['NewShare'];
export type NewSharedExpense = components['schemas']['NewSharedExpense'];
export type NewTransactionRequest = components['schemas']['NewTransactionRequest'];
export type NotificationBody = components['schemas']['NotificationBody'];
export type NotificationChannel = components['schemas']['NotificationChannel'];
export type NotificationKind = components['schemas']['NotificationKind'];
export type NotificationKinds = components['schemas']['NotificationKinds'];
export type NotificationSettings = components['schemas']['NotificationSettings'];
export type NotificationTest = components['schemas']['NotificationTest'];
export type NotificationsBody = components['schemas']['NotificationsBody'];
export type OfferBody = components['schemas']['OfferBody'];
export type OfferReasonBody = components['schemas']['OfferReasonBody'];
export type OkBody = components['schemas']['OkBody'];
export type OpenInvitationBody = components['schemas']['OpenInvitationBody'];
export type OpenQuestion = components['schemas']['OpenQuestion'];
export type OrderRequest = components['schemas']['OrderRequest'];
export type Origin = components['schemas']['Origin'];
export type Origins = components['schemas']['Origins'];
export type Outcome = components['schemas']['Outcome'];
export type OverlapBody = components['schemas']['OverlapBody'];
export type PaceBody = components['schemas']['PaceBody'];
export type PairReason = components['schemas']['PairReason'];
export type Part = components['schemas']['Part'];
export type ParticipantBody = components['schemas']['ParticipantBody'];
export type PasswordRequest = components['schemas']['PasswordRequest'];
export type PasswordResetRequest = components['schemas']['PasswordResetRequest'];
export type Per = components['schemas']['Per'];
export type PeriodBody = components['schemas']['PeriodBody'];
export type PermissionName = components['schemas']['PermissionName'];
export type Permissions = components['schemas']['Permissions'];
export type PermissionsRequest = components['schemas']['PermissionsRequest'];
export type Place = components['schemas']['Place'];
export type PlaceBody = components['schemas']['PlaceBody'];
export type PlainDecimal = components['schemas']['PlainDecimal'];
export type PointBody = components['schemas']['PointBody'];
export type Preferences = components['schemas']['Preferences'];
export type PreferencesChange = components['schemas']['PreferencesChange'];
export type PreviewBody = components['schemas']['PreviewBody'];
export type PreviewedAccount = components['schemas']['PreviewedAccount'];
export type PreviewedBudget = components['schemas']['PreviewedBudget'];
export type PreviewedTransaction = components['schemas']['PreviewedTransaction'];
export type PriceChangeBody = components['schemas']['PriceChangeBody'];
export type Prices = components['schemas']['Prices'];
export type PrintedFigure = components['schemas']['PrintedFigure'];
export type ProcessRequest = components['schemas']['ProcessRequest'];
export type ProcessedBody = components['schemas']['ProcessedBody'];
export type ProcessedData = components['schemas']['ProcessedData'];
export type ProgressBody = components['schemas']['ProgressBody'];
export type Provider = components['schemas']['Provider'];
export type Providers = components['schemas']['Providers'];
export type Query = components['schemas']['Query'];
export type QueryAnswer = components['schemas']['QueryAnswer'];
export type QueryBody = components['schemas']['QueryBody'];
export type QueryFilter = components['schemas']['QueryFilter'];
export type QueryNote = components['schemas']['QueryNote'];
export type QueryOrder = components['schemas']['QueryOrder'];
export type QueryRate = components['schemas']['QueryRate'];
export type QueryRequest = components['schemas']['QueryRequest'];
export type QueryRow = components['schemas']['QueryRow'];
export type QueryTransaction = components['schemas']['QueryTransaction'];
export type QuestionBody = components['schemas']['QuestionBody'];
export type RateBody = components['schemas']['RateBody'];
export type ReadBody = components['schemas']['ReadBody'];
export type ReadBy = components['schemas']['ReadBy'];
export type ReadRequest = components['schemas']['ReadRequest'];
export type RecordBody = components['schemas']['RecordBody'];
export type RecurringBody = components['schemas']['RecurringBody'];
export type RecurringDecisionRequest = components['schemas']['RecurringDecisionRequest'];
export type Rhythm = components['schemas']['Rhythm'];
export type RollOver = components['schemas']['RollOver'];
export type RowProblem = components['schemas']['RowProblem'];
export type Rule = components['schemas']['Rule'];
export type RuleAction = components['schemas']['RuleAction'];
export type RuleCondition = components['schemas']['RuleCondition'];
export type RuleRequest = components['schemas']['RuleRequest'];
export type SavedMapping = components['schemas']['SavedMapping'];
export type SavedViewBody = components['schemas']['SavedViewBody'];
export type SavedViewChange = components['schemas']['SavedViewChange'];
export type SavedViewRequest = components['schemas']['SavedViewRequest'];
export type SelectionRequest = components['schemas']['SelectionRequest'];
export type SendOff = components['schemas']['SendOff'];
export type SendingConsent = components['schemas']['SendingConsent'];
export type SentCall = components['schemas']['SentCall'];
export type SentMessage = components['schemas']['SentMessage'];
export type SessionRecord = components['schemas']['SessionRecord'];
export type SettlementBody = components['schemas']['SettlementBody'];
export type SettlementOfferBody = components['schemas']['SettlementOfferBody'];
export type SetupTokenRequest = components['schemas']['SetupTokenRequest'];
export type ShareBody = components['schemas']['ShareBody'];
export type ShareChange = components['schemas']['ShareChange'];
export type SharedExpenseBody = components['schemas']['SharedExpenseBody'];
export type SharedExpenseState = components['schemas']['SharedExpenseState'];
export type SharingBody = components['schemas']['SharingBody'];
export type SignInAnswer = components['schemas']['SignInAnswer'];
export type SignInEmailRequest = components['schemas']['SignInEmailRequest'];
export type SignInSocialRequest = components['schemas']['SignInSocialRequest'];
export type SignUpEmailRequest = components['schemas']['SignUpEmailRequest'];
export type SignedUp = components['schemas']['SignedUp'];
export type SimilarBody = components['schemas']['SimilarBody'];
export type Size = components['schemas']['Size'];
export type SocialAnswer = components['schemas']['SocialAnswer'];
export type SortDirection = components['schemas']['SortDirection'];
export type SortName = components['schemas']['SortName'];
export type SourceBody = components['schemas']['SourceBody'];
export type SpanBody = components['schemas']['SpanBody'];
export type SpendingBody = components['schemas']['SpendingBody'];
export type Split = components['schemas']['Split'];
export type SplitBody = components['schemas']['SplitBody'];
export type SplitItem = components['schemas']['SplitItem'];
export type SplitRequest = components['schemas']['SplitRequest'];
export type StatedBalanceBody = components['schemas']['StatedBalanceBody'];
export type StatementAccountBody = components['schemas']['StatementAccountBody'];
export type StatementBody = components['schemas']['StatementBody'];
export type StatementKind = components['schemas']['StatementKind'];
export type StatementStatus = components['schemas']['StatementStatus'];
export type StoppedBody = components['schemas']['StoppedBody'];
export type StreamedEvent = components['schemas']['StreamedEvent'];
export type SubjectTransaction = components['schemas']['SubjectTransaction'];
export type Success = components['schemas']['Success'];
export type SuggestionBody = components['schemas']['SuggestionBody'];
export type Tag = components['schemas']['Tag'];
export type TagBody = components['schemas']['TagBody'];
export type Thread = components['schemas']['Thread'];
export type ThreadChange = components['schemas']['ThreadChange'];
export type ThreadWithMessages = components['schemas']['ThreadWithMessages'];
export type Timestamp = components['schemas']['Timestamp'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type Topic = components['schemas']['Topic'];
export type TotalsBody = components['schemas']['TotalsBody'];
export type TotpUri = components['schemas']['TotpUri'];
export type Trace = components['schemas']['Trace'];
export type TraceContent = components['schemas']['TraceContent'];
export type TraceStep = components['schemas']['TraceStep'];
export type TransactionBody = components['schemas']['TransactionBody'];
export type TransactionChange = components['schemas']['TransactionChange'];
export type TransactionKind = components['schemas']['TransactionKind'];
export type TransactionState = components['schemas']['TransactionState'];
export type TransferRequest = components['schemas']['TransferRequest'];
export type UndoneBody = components['schemas']['UndoneBody'];
export type UndoneMergeBody = components['schemas']['UndoneMergeBody'];
export type UnlinkAccountRequest = components['schemas']['UnlinkAccountRequest'];
export type UnmatchedAttachmentBody = components['schemas']['UnmatchedAttachmentBody'];
export type UpdateApiKeyRequest = components['schemas']['UpdateApiKeyRequest'];
export type UpdateUserRequest = components['schemas']['UpdateUserRequest'];
export type UploadBody = components['schemas']['UploadBody'];
export type UploadForm = components['schemas']['UploadForm'];
export type UserRecord = components['schemas']['UserRecord'];
export type Verification = components['schemas']['Verification'];
export type VerificationEmailRequest = components['schemas']['VerificationEmailRequest'];
export type Verified = components['schemas']['Verified'];
export type VerifiedEmail = components['schemas']['VerifiedEmail'];
export type ViewPage = components['schemas']['ViewPage'];
export type Witness = components['schemas']['Witness'];
export type WorthBody = components['schemas']['WorthBody'];
export type $defs = Record<string, never>;
export interface operations {
    listMerges: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_MergeBody"];
                };
            };
        };
    };
    undoMerge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneMergeBody"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_AccountBody"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccountRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBody"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBody"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAccountBody"];
                };
            };
        };
    };
    listStatedBalances: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_StatedBalanceBody"];
                };
            };
        };
    };
    putStatedBalance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BalanceRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBody"];
                };
            };
        };
    };
    mergeAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergedBody"];
                };
            };
        };
    };
    storeUnmatched: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentForm"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentBody"];
                };
            };
        };
    };
    listUnmatched: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_UnmatchedAttachmentBody"];
                };
            };
        };
    };
    matchAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachmentMatchRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentBody"];
                };
            };
        };
    };
    deleteAttachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAttachmentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": components["schemas"]["File"];
                    "image/jpeg": components["schemas"]["File"];
                    "image/png": components["schemas"]["File"];
                };
            };
        };
    };
    authAccountInfo: {
        parameters: {
            query: {
                accountId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authCreateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyRecord"];
                };
            };
        };
    };
    authDeleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteApiKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    authGetApiKey: {
        parameters: {
            query: {
                id: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyRecord"];
                };
            };
        };
    };
    authListApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `name`, `createdAt`, `updatedAt`, `expiresAt` or `lastRequest`. */
                sortBy?: string;
                sortDirection?: components["schemas"]["SortDirection"];
                configId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    authUpdateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyRecord"];
                };
            };
        };
    };
    authReturnFromProvider: {
        parameters: {
            query?: {
                state?: string;
                code?: string;
                /** @description The provider's issuer identifier (RFC 9207). */
                iss?: string;
                error?: string;
                error_description?: string;
            };
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect to another page. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    authTakePostedCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        /** @description A form with `state`, `code` and, if the provider sends them, `iss`, `error` and `error_description`. What else the browser brings is ignored. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": unknown;
            };
        };
        responses: {
            /** @description Redirect to another page. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    authChangeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailRequest"];
            };
        };
        responses: never;
    };
    authChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changed"];
                };
            };
        };
    };
    authDeleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    authGetError: {
        parameters: {
            query?: {
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    authGetAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
        };
    };
    authGetSession: {
        parameters: {
            query?: {
                /** @description Reads the session from the database, not from the cookie cache. */
                disableCookieCache?: string;
                /** @description Does not extend the session. */
                disableRefresh?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundSession"] | null;
                };
            };
        };
    };
    authRefusePost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    authLinkSocial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInSocialRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendOff"];
                };
            };
        };
    };
    authListAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedCredential"][];
                };
            };
        };
    };
    authListSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecord"][];
                };
            };
        };
    };
    authGetOk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OkBody"];
                };
            };
        };
    };
    authListProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Providers"];
                };
            };
        };
    };
    authRefreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authRequestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailedBody"];
                };
            };
        };
    };
    authResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authFollowResetLink: {
        parameters: {
            query: {
                /** @description The page on which the user sets a new password. */
                callbackURL: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect to another page. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    authRevokeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authRevokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authRevokeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authSendVerificationEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationEmailRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authSignInEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInEmailRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
        };
    };
    authSignInSocial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInSocialRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SocialAnswer"];
                };
            };
        };
    };
    authSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    authSignUpEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpEmailRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUp"];
                };
            };
        };
    };
    authDisableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authEnableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableTwoFactorRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
        };
    };
    authGenerateBackupCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodes"];
                };
            };
        };
    };
    authGetTotpUri: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpUri"];
                };
            };
        };
    };
    authSendOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    authVerifyBackupCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    authVerifyOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: never;
    };
    authVerifyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    authUnlinkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlinkAccountRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authUpdateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    authVerifyEmail: {
        parameters: {
            query: {
                token: string;
                /** @description The page to redirect to. */
                callbackURL?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedEmail"];
                };
            };
            /** @description Redirect to another page. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    authVerifyPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    listBooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_BooksBody"];
                };
            };
        };
    };
    createHousehold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HouseholdName"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooksBody"];
                };
            };
        };
    };
    deleteHousehold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteHousehold"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameHousehold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HouseholdName"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getBalances: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalancesBody"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_InvitationBody"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedBody"];
                };
            };
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
                /** @description The id of the invitation. */
                invitation: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_MemberBody"];
                };
            };
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
                /** @description The id of the member. */
                member: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
                /** @description The id of the member. */
                member: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberRole"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSettlementOffers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_SettlementOfferBody"];
                };
            };
        };
    };
    listSettlements: {
        parameters: {
            query?: {
                limit?: number | string;
                cursor?: string;
            };
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_SettlementBody"];
                };
            };
        };
    };
    createSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSettlement"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementBody"];
                };
            };
        };
    };
    deleteSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
                /** @description The id of the settlement. */
                settlement: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSharedExpenses: {
        parameters: {
            query?: {
                limit?: number | string;
                cursor?: string;
            };
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_SharedExpenseBody"];
                };
            };
        };
    };
    shareTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSharedExpense"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedExpenseBody"];
                };
            };
        };
    };
    deleteSharedExpense: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
                /** @description The id of the shared expense. */
                expense: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSharedExpense: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
                /** @description The id of the shared expense. */
                expense: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedExpenseBody"];
                };
            };
        };
    };
    listBudgets: {
        parameters: {
            query?: {
                month?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_BudgetBody"];
                };
            };
        };
    };
    createBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetBody"];
                };
            };
        };
    };
    updateBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetBody"];
                };
            };
        };
    };
    deleteBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_CategoryBody"];
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCategoryRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryBody"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: {
                instead?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryBody"];
                };
            };
        };
    };
    categorize: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategorizeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategorizedBody"];
                };
            };
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatBody"];
            };
        };
        responses: {
            /** @description The reply in the UI message stream protocol of the AI SDK, chunk by chunk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                };
            };
        };
    };
    listMemories: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Memory"];
                };
            };
        };
    };
    createMemory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemoryText"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
        };
    };
    deleteMemory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMemory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemoryText"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Model"];
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query?: {
                limit?: number | string;
                cursor?: string;
                /** @description Text to find in the title or messages, ignoring case. */
                search?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Thread"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                /** @description The thread's id, or the client's own id for it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadWithMessages"];
                };
            };
        };
    };
    deleteThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The thread's id, or the client's own id for it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The thread's id, or the client's own id for it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
        };
    };
    getTrace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                /** @description The thread's id, or the client's own id for it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Trace"];
                };
            };
        };
    };
    resumeStream: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                /** @description The thread's id, or the client's own id for it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer so far, then the rest as it is written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                };
            };
            /** @description No answer is being written. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    stopStream: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The thread's id, or the client's own id for it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCoverage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_CoverageBody"];
                };
            };
        };
    };
    getPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getStyle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
        };
    };
    listDuplicateAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_DuplicateAccountsBody"];
                };
            };
        };
    };
    keepDistinctAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DistinctAccountsRequest"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDuplicates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_DuplicatesBody"];
                };
            };
        };
    };
    keepDistinct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DistinctRequest"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEdits: {
        parameters: {
            query?: {
                limit?: number | string;
                cursor?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_EditBody"];
                };
            };
        };
    };
    undoEdit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneBody"];
                };
            };
        };
    };
    exportTransactions: {
        parameters: {
            query?: {
                /**
                 * @description `csv`, `ofx`, `qif`, `beancount`, `hledger`, `ledger`, `json`, or `zip` for the CSV with the files of
                 *     receipts.
                 */
                format?: string;
                account?: string;
                statement?: string;
                category?: string;
                from?: string;
                to?: string;
                /** @description If `false`, only the category itself, without its subcategories. */
                subcategories?: boolean | string;
                /** @description Excludes a category and its subcategories; of a split transaction, only the splits in it. */
                withoutCategory?: string;
                /** @description `mon` to `sun`. */
                weekday?: string;
                text?: string;
                /** @description Only transactions whose description contains these whole words in this order. */
                words?: string;
                /** @description Excludes transactions whose description contains these words. */
                withoutWords?: string;
                /** @description Excludes transactions whose description or note contains this text. */
                withoutText?: string;
                /** @description The name under which the reports group a merchant's transactions. */
                merchant?: string;
                /** @description Only these transactions, separated by commas. */
                ids?: string;
                /** @description Only transactions that this filter of a query selects, as JSON. */
                queryFilter?: string;
                direction?: ("in" | "out") | string;
                kind?: ("entry" | "transfer") | string;
                tag?: string;
                /** @description `true`: only transactions without tags. */
                untagged?: boolean | string;
                currency?: string;
                minAmount?: string;
                maxAmount?: string;
                uncategorized?: boolean | string;
                unreconciled?: boolean | string;
                sort?: ("date" | "-date" | "amount" | "-amount") | string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonExport"];
                    "application/x-ofx": string;
                    "application/x-qif": string;
                    "application/zip": components["schemas"]["File"];
                    "text/csv": string;
                    "text/plain": string;
                };
            };
        };
    };
    linkFeedAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedLinkRequest"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startAuthorization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedAuthorizationRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedAuthorizationBody"];
                };
            };
        };
    };
    finishAuthorization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedAuthorizationAnswer"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedBody"];
                };
            };
        };
    };
    listBanks: {
        parameters: {
            query: {
                /** @description The two letters of the country, like `FI` */
                country: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedBanksBody"];
                };
            };
        };
    };
    listFeeds: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedsBody"];
                };
            };
        };
    };
    createFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupTokenRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedBody"];
                };
            };
        };
    };
    deleteFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    fetchFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedBody"];
                };
            };
        };
    };
    reconnectFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedBody"];
                };
            };
        };
    };
    deleteContribution: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGoals: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_GoalBody"];
                };
            };
        };
    };
    createGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalBody"];
                };
            };
        };
    };
    orderGoals: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalOrderRequest"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalBody"];
                };
            };
        };
    };
    deleteGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listContributions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_ContributionBody"];
                };
            };
        };
    };
    createContribution: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContributionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContributionBody"];
                };
            };
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthBody"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthBody"];
                };
            };
        };
    };
    importFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` seconds, or `respond-async` (RFC 7240). */
                Prefer?: string | null;
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessedBody"];
                };
            };
            /** @description Queued; it takes longer than the request waits. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBody"];
                };
            };
        };
    };
    listMappings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_SavedMapping"];
                };
            };
        };
    };
    deleteMappings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooksBody"];
                };
            };
        };
    };
    lookAtInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenInvitationBody"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBody"];
                };
            };
        };
    };
    streamJobEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event with the job for each of its changes; the stream ends when the job does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                };
            };
        };
    };
    listMailboxes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxesBody"];
                };
            };
        };
    };
    createMailbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailboxRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxBody"];
                };
            };
        };
    };
    testMailbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailboxRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxTestBody"];
                };
            };
        };
    };
    putMailbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailboxRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxBody"];
                };
            };
        };
    };
    deleteMailbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    fetchMailbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxBody"];
                };
            };
        };
    };
    answerMcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The protocol version in use. */
                "MCP-Protocol-Version"?: string | null;
                /** @description The method of the message; required since version 2026-07-28. */
                "Mcp-Method"?: string | null;
                /** @description The tool to call; required since version 2026-07-28. */
                "Mcp-Name"?: string | null;
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description Accepted; a notification has no response. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyData: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": components["schemas"]["File"];
                };
            };
        };
    };
    deleteMyData: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteMyData"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importMyData: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-tar": components["schemas"]["File"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedData"];
                };
            };
        };
    };
    listMerchants: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_MerchantBody"];
                };
            };
        };
    };
    nameMerchants: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MerchantNameRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditBody"];
                };
            };
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNotificationChannel"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedNotificationChannel"];
                };
            };
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTest"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsBody"];
                };
            };
        };
    };
    readNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadRequest"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
        };
    };
    putNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationKinds"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    putPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    processStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` seconds, or `respond-async` (RFC 7240). */
                Prefer?: string | null;
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProcessRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessedBody"];
                };
            };
            /** @description Queued; it takes longer than the request waits. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBody"];
                };
            };
        };
    };
    answerQuery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryBody"];
                };
            };
        };
    };
    listRates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_SpanBody"];
                };
            };
        };
    };
    putRates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadBody"];
                };
            };
        };
    };
    deleteRates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRecurring: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_RecurringBody"];
                };
            };
        };
    };
    decideRecurring: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecurringDecisionRequest"];
            };
        };
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportCashFlow: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                account?: string;
                category?: string;
                currency?: string;
                by?: ("day" | "week" | "month" | "quarter" | "year") | string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_BucketBody"];
                };
            };
        };
    };
    reportMerchants: {
        parameters: {
            query?: {
                currency?: string;
                from?: string;
                to?: string;
                account?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_SpendingBody"];
                };
            };
        };
    };
    reportNetWorth: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                currency?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetWorthBody"];
                };
            };
        };
    };
    reportSpending: {
        parameters: {
            query?: {
                currency?: string;
                from?: string;
                to?: string;
                account?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_SpendingBody"];
                };
            };
        };
    };
    reportTags: {
        parameters: {
            query?: {
                currency?: string;
                from?: string;
                to?: string;
                account?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_SpendingBody"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Rule"];
                };
            };
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
        };
    };
    applyRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedBody"];
                };
            };
        };
    };
    orderRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Rule"];
                };
            };
        };
    };
    previewRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewBody"];
                };
            };
        };
    };
    updateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSavedViews: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_SavedViewBody"];
                };
            };
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewBody"];
                };
            };
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewBody"];
                };
            };
        };
    };
    listStatements: {
        parameters: {
            query?: {
                account?: string;
                limit?: number | string;
                cursor?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_StatementBody"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementBody"];
                };
            };
        };
    };
    deleteStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the response has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    answerStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessedBody"];
                };
            };
            /** @description Queued; it takes longer than the request waits. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBody"];
                };
            };
        };
    };
    getStatementFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["File"];
                    "application/pdf": components["schemas"]["File"];
                    "image/jpeg": components["schemas"]["File"];
                    "image/png": components["schemas"]["File"];
                };
            };
        };
    };
    listStatementTransactions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_TransactionBody"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_TagBody"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                account?: string;
                statement?: string;
                category?: string;
                from?: string;
                to?: string;
                /** @description If `false`, only the category itself, without its subcategories. */
                subcategories?: boolean | string;
                /** @description Excludes a category and its subcategories; of a split transaction, only the splits in it. */
                withoutCategory?: string;
                /** @description `mon` to `sun`. */
                weekday?: string;
                text?: string;
                /** @description Only transactions whose description contains these whole words in this order. */
                words?: string;
                /** @description Excludes transactions whose description contains these words. */
                withoutWords?: string;
                /** @description Excludes transactions whose description or note contains this text. */
                withoutText?: string;
                /** @description The name under which the reports group a merchant's transactions. */
                merchant?: string;
                /** @description Only these transactions, separated by commas. */
                ids?: string;
                /** @description Only transactions that this filter of a query selects, as JSON. */
                queryFilter?: string;
                direction?: ("in" | "out") | string;
                kind?: ("entry" | "transfer") | string;
                tag?: string;
                /** @description `true`: only transactions without tags. */
                untagged?: boolean | string;
                currency?: string;
                minAmount?: string;
                maxAmount?: string;
                uncategorized?: boolean | string;
                unreconciled?: boolean | string;
                sort?: ("date" | "-date" | "amount" | "-amount") | string;
                limit?: number | string;
                cursor?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_TransactionBody"];
                };
            };
        };
    };
    createTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTransactionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionBody"];
                };
            };
        };
    };
    updateTransactions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditBody"];
                };
            };
        };
    };
    deleteTransactions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelectionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditBody"];
                };
            };
        };
    };
    totalTransactions: {
        parameters: {
            query?: {
                account?: string;
                statement?: string;
                category?: string;
                from?: string;
                to?: string;
                /** @description If `false`, only the category itself, without its subcategories. */
                subcategories?: boolean | string;
                /** @description Excludes a category and its subcategories; of a split transaction, only the splits in it. */
                withoutCategory?: string;
                /** @description `mon` to `sun`. */
                weekday?: string;
                text?: string;
                /** @description Only transactions whose description contains these whole words in this order. */
                words?: string;
                /** @description Excludes transactions whose description contains these words. */
                withoutWords?: string;
                /** @description Excludes transactions whose description or note contains this text. */
                withoutText?: string;
                /** @description The name under which the reports group a merchant's transactions. */
                merchant?: string;
                /** @description Only these transactions, separated by commas. */
                ids?: string;
                /** @description Only transactions that this filter of a query selects, as JSON. */
                queryFilter?: string;
                direction?: ("in" | "out") | string;
                kind?: ("entry" | "transfer") | string;
                tag?: string;
                /** @description `true`: only transactions without tags. */
                untagged?: boolean | string;
                currency?: string;
                minAmount?: string;
                maxAmount?: string;
                uncategorized?: boolean | string;
                unreconciled?: boolean | string;
                sort?: ("date" | "-date" | "amount" | "-amount") | string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotalsBody"];
                };
            };
        };
    };
    totalGroups: {
        parameters: {
            query: {
                account?: string;
                statement?: string;
                category?: string;
                from?: string;
                to?: string;
                /** @description If `false`, only the category itself, without its subcategories. */
                subcategories?: boolean | string;
                /** @description Excludes a category and its subcategories; of a split transaction, only the splits in it. */
                withoutCategory?: string;
                /** @description `mon` to `sun`. */
                weekday?: string;
                text?: string;
                /** @description Only transactions whose description contains these whole words in this order. */
                words?: string;
                /** @description Excludes transactions whose description contains these words. */
                withoutWords?: string;
                /** @description Excludes transactions whose description or note contains this text. */
                withoutText?: string;
                /** @description The name under which the reports group a merchant's transactions. */
                merchant?: string;
                /** @description Only these transactions, separated by commas. */
                ids?: string;
                /** @description Only transactions that this filter of a query selects, as JSON. */
                queryFilter?: string;
                direction?: ("in" | "out") | string;
                kind?: ("entry" | "transfer") | string;
                tag?: string;
                /** @description `true`: only transactions without tags. */
                untagged?: boolean | string;
                currency?: string;
                minAmount?: string;
                maxAmount?: string;
                uncategorized?: boolean | string;
                unreconciled?: boolean | string;
                sort?: ("date" | "-date" | "amount" | "-amount") | string;
                /** @description `day`, `month`, `category` (the top-level one), `merchant`, `account` or `tag`. */
                by: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures_GroupBody"];
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionBody"];
                };
            };
        };
    };
    deleteTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditBody"];
                };
            };
        };
    };
    updateTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionBody"];
                };
            };
        };
    };
    listAlike: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarBody"];
                };
            };
        };
    };
    listAttachments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_AttachmentBody"];
                };
            };
        };
    };
    attach: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AttachmentForm"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachmentBody"];
                };
            };
        };
    };
    explainTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationBody"];
                };
            };
        };
    };
    listTransactionHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_RecordBody"];
                };
            };
        };
    };
    getSharing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharingBody"];
                };
            };
        };
    };
    splitTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionBody"];
                };
            };
        };
    };
    listTransferOffers: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_OfferBody"];
                };
            };
        };
    };
    linkTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
                /** @description A key that makes a retry safe: for 24 hours, the same request with the same key returns the first response and is not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditBody"];
                };
            };
        };
    };
    upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The books of the request, by their id from `GET /books`; the user's own by default. Links can name them by the parameter `books` of the query. */
                "Saldo-Books"?: components["schemas"]["Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadBody"];
                };
            };
        };
    };
}
