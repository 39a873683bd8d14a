// Made of the OpenAPI document by `npm run api-types`; a test compares it with what the server says now. Do not edit.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public keys that access tokens are signed with (JWK Set) */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API keys that are not revoked, newest first
         * @description Open to: an API key with scope `read` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminApiKeys"];
        put?: never;
        /**
         * Issue an API key
         * @description Only this reply shows the key. A key cannot issue a scope that it lacks itself.
         *
         *     Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-keys/{id}": {
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
         * Revoke an API key
         * @description Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteAdminApiKeysId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The apps that the key may use, by slug
         * @description Open to: an API key with scope `read` that covers any app; the list shows only those apps. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminApps"];
        put?: never;
        /**
         * Register an app
         * @description Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an app
         * @description Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminAppsSlug"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analytics of the last days
         * @description Open to: an API key with scope `read` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`). The answer may be up to a second old.
         */
        get: operations["getAdminAppsSlugAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a flag
         * @description Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminAppsSlugFeatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/features/{flagKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a flag
         * @description Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminAppsSlugFeaturesFlagKey"];
        post?: never;
        /**
         * Delete a flag
         * @description Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteAdminAppsSlugFeaturesFlagKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/features/admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All flags, by key
         * @description Open to: an API key with scope `read` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminAppsSlugFeaturesAdmin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch maintenance on or off
         * @description On ends the active event and starts another. Off returns the event that it ended, or null.
         *
         *     Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminAppsSlugMaintenance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/maintenance/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last 20 events, most recent first
         * @description Open to: an API key with scope `read` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminAppsSlugMaintenanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Releases, the newest first
         * @description Open to: an API key with scope `read` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminAppsSlugVersions"];
        put?: never;
        /**
         * Publish a release
         * @description The code must be above every earlier one of the app. An active release becomes the current version of the app.
         *
         *     Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminAppsSlugVersions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Activate, deactivate or change a release
         * @description When the newest release is deactivated, the next active one becomes current.
         *
         *     Open to: an API key with scope `write` that covers the app. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminAppsSlugVersionsId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Feature requests for staff, newest first
         * @description `q` searches the newest 10,000 posts that the other filters leave, and the first 2,000 characters of each.
         *
         *     Open to: role `staff` or `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/posts/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a feature request to another status
         * @description Any status may follow any other. The query or the body names status and reason; the query wins. The author and the voters who have an e-mail address get a mail. The present status changes nothing and sends no mail.
         *
         *     Open to: role `staff` or `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminPostsIdStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All projects, by id
         * @description Open to: an API key with scope `read` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminProjects"];
        put?: never;
        /**
         * Create a project
         * @description Uses the given id, else the next one.
         *
         *     Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One project
         * @description Open to: an API key with scope `read` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminProjectsId"];
        /**
         * Change a project
         * @description Settings are merged key by key and lists are replaced; null in `settings.otp` resets a value to that of the server.
         *
         *     Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminProjectsId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operators of a project, by id
         * @description Open to: an API key with scope `read` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminProjectsIdOperators"];
        put?: never;
        /**
         * Create an operator
         * @description A username is unique over all projects, ignoring case.
         *
         *     Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminProjectsIdOperators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}/operators/{operatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role, activity or password of an operator
         * @description Ends all sessions of the operator.
         *
         *     Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminProjectsIdOperatorsOperatorId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}/test-phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The test phones of a project
         * @description Open to: an API key with scope `read` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminProjectsIdTestPhones"];
        put?: never;
        /**
         * Create a test phone, whose code is always the same
         * @description At most 10 per project, including those of `TEST_PHONES`; without `expiresAt` it never expires.
         *
         *     Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postAdminProjectsIdTestPhones"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}/test-phones/{phone}": {
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
         * Delete a test phone
         * @description Open to: an API key with scope `write` without an app list. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteAdminProjectsIdTestPhonesPhone"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The reviews for moderation, the oldest pending ones first
         * @description The `status` sets the order: pending reviews oldest first, decided ones newest first. Without a `status`, the pending ones come first, then the decided ones, both oldest first. `q` searches the newest 10,000 reviews that the other filters leave: the first 2,000 characters of guest, title and comment.
         *
         *     Open to: role `staff` or `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdminReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reviews/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Approve or reject a review, or make it pending again
         * @description The query or the body names `status` and `reason`; the query wins. The present status changes nothing. The header `If-Match: "<contentHash>"` limits the decision to the content that you have read.
         *
         *     Open to: role `staff` or `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putAdminReviewsIdStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The numbers of the project’s feedback
         * @description Read from counters, which `npm run recount` checks.
         *
         *     Open to: role `staff` or `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`). The answer may be up to a second old.
         */
        get: operations["getAdminStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * App information
         * @description Open to: anyone. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getAppsSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an event
         * @description The reply is sent after the event is committed. A repeat with the same eventId is not stored again: 200 and duplicate true.
         *
         *     Open to: anyone. Counted by address and app (`RATE_LIMIT_EVENTS`).
         */
        post: operations["postAppsSlugAnalytics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/analytics/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record up to 100 events
         * @description Each event is checked separately: an invalid one never blocks the rest.
         *
         *     Open to: anyone. Counted by address and app (`RATE_LIMIT_EVENTS`).
         */
        post: operations["postAppsSlugAnalyticsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/bootstrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * App, update check, maintenance and flags in one call
         * @description For the start of a client. The ETag covers everything except serverTime.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getAppsSlugBootstrap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Feature flags by key
         * @description Open to: anyone. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getAppsSlugFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the app under maintenance
         * @description Open to: anyone. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getAppsSlugMaintenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is there an update, and is it forced
         * @description An update is forced when the version is below the minimum in effect, or when any newer release is forced: skipping a forced release does not escape it.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getAppsSlugVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in as an operator, with username and password
         * @description The path may end with a slash.
         *
         *     Open to: anyone. Counted by address, for phone auth as a whole (`RATE_LIMIT_GLOBAL`).
         */
        post: operations["postAuthAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/token/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the tokens of an operator
         * @description The path may end with a slash. The rules are the same as for users.
         *
         *     Open to: anyone. Counted by address, for phone auth as a whole (`RATE_LIMIT_GLOBAL`).
         */
        post: operations["postAuthAuthTokenRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changelog, newest first
         * @description Before its `publishedAt`, an entry exists for staff and its creator only.
         *
         *     Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getChangelog"];
        put?: never;
        /**
         * Add an entry to the changelog
         * @description The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postChangelog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changelog/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an entry of the changelog
         * @description Before its `publishedAt`, an entry exists for staff and its creator only. The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["putChangelogId"];
        post?: never;
        /**
         * Delete an entry of the changelog, with its comments
         * @description Before its `publishedAt`, an entry exists for staff and its creator only. The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteChangelogId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The comments on something, newest first
         * @description A page of top-level comments, each with its replies nested, oldest first. A page holds at most 1,000 replies and the first 100,000 characters of them, shared among its threads; `hasMoreReplies` says that a thread has more, and `parentId` pages over them. A deleted comment with replies stays as a tombstone without content and author.
         *
         *     Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getComments"];
        put?: never;
        /**
         * Comment on something, or reply to a comment
         * @description Reviews, posts, roadmap items and changelog entries must exist and be visible to you; items of the other types are not checked. A top-level comment is on level 1, and replies go down to level 5.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the text of a comment of your own
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["putCommentsId"];
        post?: never;
        /**
         * Delete a comment of your own; staff deletes anybody’s
         * @description Replies are never lost: a comment with replies leaves a tombstone, which is deleted with the last of them.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteCommentsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The favorites of the caller, newest first
         * @description Open to: a signed-in user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getFavorites"];
        put?: never;
        /**
         * Add a favorite; 200 when it existed
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postFavorites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/favorites/{itemId}/{itemType}": {
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
         * Remove a favorite; `favorite` is null when it did not exist
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteFavoritesItemIdItemType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/favorites/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a favorite when it is absent, remove it when it exists
         * @description `favorite` is the one that was added or removed, or null when there was nothing to remove. `desired` sets the state instead of toggling it, so that a repeated request changes nothing.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postFavoritesToggle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your reviews, whatever their status, newest first
         * @description Open to: a signed-in user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getMyReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Feature requests, newest first
         * @description `newest` is the order of creation; `trending` weighs votes against age: a post that is 12.5 hours younger ranks like one with ten times the votes. `q` searches the newest 10,000 posts that the other filters leave, and the first 2,000 characters of each. `mine=true` needs a token.
         *
         *     Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getPosts"];
        put?: never;
        /**
         * Ask for a feature
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A feature request
         * @description Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getPostsId"];
        /**
         * Change an own feature request
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["putPostsId"];
        post?: never;
        /**
         * Delete a feature request with its comments and votes
         * @description Authors delete their own, staff anybody’s.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deletePostsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}/vote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vote for a feature request
         * @description Each user has one vote: a repeated vote changes nothing. Completed and declined posts accept no new votes.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postPostsIdVote"];
        /**
         * Withdraw your vote
         * @description Works for every status; without a vote nothing changes.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deletePostsIdVote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The approved reviews, newest first
         * @description The e-mails of guests are masked for all but staff.
         *
         *     Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getReviews"];
        put?: never;
        /**
         * Review an item
         * @description A review with a token is approved at once. Without a token, `guestEmail` is required and a moderator decides.
         *
         *     Open to: a signed-in user, or a guest. Counted by user (`RATE_LIMIT_WRITE`); guests by address and by e-mail (`RATE_LIMIT_GUEST_REVIEW`).
         */
        post: operations["postReviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A review
         * @description Reviews that are not approved exist for their author and for staff only.
         *
         *     Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getReviewsId"];
        /**
         * Change your review
         * @description A rejected review becomes pending again; an approved one stays approved, with `editedAt` set.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["putReviewsId"];
        post?: never;
        /**
         * Delete your review and the comments on it; staff may delete any
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteReviewsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reviews/stats/{itemType}/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Average and distribution of the approved reviews of an item
         * @description Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getReviewsStatsItemTypeItemId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roadmap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The roadmap: planned, in progress, completed; by position within each
         * @description Open to: anyone; a token identifies the user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["getRoadmap"];
        put?: never;
        /**
         * Add an item to the roadmap
         * @description The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["postRoadmap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roadmap/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an item of the roadmap
         * @description An item that gets another status and no position becomes the last of the new one. The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["putRoadmapId"];
        post?: never;
        /**
         * Delete an item of the roadmap, with its comments
         * @description The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteRoadmapId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users of the project, newest first
         * @description Open to: role `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getV2AuthAdminUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user
         * @description Open to: role `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getV2AuthAdminUsersId"];
        /**
         * Change role and status of a user
         * @description Allowed: active ↔ inactive, active or inactive → suspended → active, any → deleted. `deleted` is final and frees phone and e-mail. A user who is no longer `active` is signed out everywhere. A new role ends the access tokens; a refresh issues tokens with it. Users cannot change themselves.
         *
         *     Open to: role `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["putV2AuthAdminUsersId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/admin/users/{id}/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a user out everywhere
         * @description Open to: role `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postV2AuthAdminUsersIdRevokeSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/admin/users/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the locks caused by wrong passwords and codes
         * @description Open to: role `admin`. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["postV2AuthAdminUsersIdUnlock"];
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
        /** This document, rendered */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics in the Prometheus text format, for loopback peers or with the metrics token as a bearer */
        get: operations["getMetrics"];
        put?: never;
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
        /** This document */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process takes work: it has started and is not shutting down
         * @description The body tells whether the database answers. Without `deep` an unreachable database changes only the body. `deep` adds whether the reader is in use, if the server has one.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            apps: string[] | null;
            createdAt: string;
            expiresAt: string | null;
            id: number;
            lastUsedAt: string | null;
            name: string;
            prefix: string;
            scopes: ("read" | "write")[];
        };
        App: {
            createdAt: string;
            currentVersion: string;
            currentVersionCode: number;
            id: number;
            isActive: boolean;
            name: string;
            packageName: string;
            /** @enum {string} */
            platform: "android" | "ios" | "both";
            slug: string;
            storeUrl: string;
            updatedAt: string;
        };
        AppVersion: {
            changelog: string | null;
            createdAt: string;
            id: number;
            isActive: boolean;
            isForce: boolean;
            minVersion: string | null;
            storeUrl: string | null;
            versionCode: number;
            versionName: string;
        };
        Bootstrap: {
            app: components["schemas"]["PublicApp"];
            features: components["schemas"]["FeatureFlags"];
            maintenance: components["schemas"]["Maintenance"];
            serverTime: string;
            version: components["schemas"]["UpdateCheck"];
        };
        ChangelogEntry: {
            content: string;
            contentAr: string | null;
            createdAt: string;
            createdBy: string;
            id: number;
            linkedPostIds: number[];
            projectId: number;
            publishedAt: string;
            title: string;
            titleAr: string | null;
            /** @enum {string} */
            type: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
            updatedAt: string;
            version: string | null;
        };
        ChangelogList: {
            data: components["schemas"]["ChangelogEntry"][];
            message: string;
            pagination: components["schemas"]["Pagination"];
            /** @enum {boolean} */
            success: true;
        };
        ChangelogReply: {
            data: components["schemas"]["ChangelogEntry"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        CodeSent: {
            cooldownSeconds: number;
            message: string;
        };
        Comment: {
            content: string | null;
            createdAt: string;
            editedAt: string | null;
            entityId: number;
            /** @enum {string} */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            id: number;
            isDeleted: boolean;
            parentId: number | null;
            projectId: number;
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            updatedAt: string;
            userId: string | null;
        };
        CommentEnvelope: {
            data: components["schemas"]["Comment"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        CommentPage: {
            data: (components["schemas"]["CommentThread"] | components["schemas"]["Comment"])[];
            message: string;
            pagination: components["schemas"]["Pagination"];
            /** @enum {boolean} */
            success: true;
        };
        CommentReply: {
            content: string | null;
            createdAt: string;
            editedAt: string | null;
            entityId: number;
            /** @enum {string} */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            id: number;
            isDeleted: boolean;
            parentId: number | null;
            projectId: number;
            /** @description Oldest first */
            replies: components["schemas"]["CommentReply"][];
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            updatedAt: string;
            userId: string | null;
        };
        CommentThread: {
            content: string | null;
            createdAt: string;
            editedAt: string | null;
            entityId: number;
            /** @enum {string} */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description Whether the thread has more replies than are shown here */
            hasMoreReplies: boolean;
            id: number;
            isDeleted: boolean;
            parentId: number | null;
            projectId: number;
            /** @description Oldest first */
            replies: components["schemas"]["CommentReply"][];
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            updatedAt: string;
            userId: string | null;
        };
        Dashboard: {
            byDay: {
                count: number;
                date: string;
            }[];
            byPlatform: {
                count: number;
                platform: string | null;
            }[];
            byVersion: {
                count: number;
                version: string | null;
            }[];
            period: string;
            recentEvents: {
                appVersion: string | null;
                createdAt: string;
                eventType: string;
                id: number;
                platform: string | null;
                userId: string | null;
            }[];
            topEventTypes: {
                count: string;
                type: string;
            }[];
            totalEvents: number;
            uniqueUsers: number;
        };
        Deleted: {
            data: {
                id: number;
            };
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        /** @description The body of every answer that is not a success. */
        Error: {
            /** @description Seconds until a retry makes sense (429). */
            available_in?: number;
            /** @description Stable; for programs. */
            code: string;
            /** @description The same text as `message`. */
            detail: string;
            /** @description Every fault of the input (400, some 409). */
            errors?: {
                /** @example events[2].eventType */
                field: string;
                message: string;
            }[];
            /** @description For people; the wording may change. */
            message: string;
            /** @description Why a token is not valid (401). */
            messages?: {
                message: string;
                token_class: string;
                token_type: string;
            }[];
            requestId: string;
            statusCode: number;
            /** @enum {boolean} */
            success: false;
            /** Format: date-time */
            timestamp: string;
        };
        Favorite: {
            id: number;
            itemId: number;
            /** @enum {string} */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
        };
        FavoriteList: {
            data: components["schemas"]["Favorite"][];
            message: string;
            pagination: components["schemas"]["Pagination"];
            /** @enum {boolean} */
            success: true;
        };
        FavoriteReply: {
            data: components["schemas"]["Favorite"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        FavoriteState: {
            favorite: components["schemas"]["Favorite"] | null;
            isFavorite: boolean;
        };
        FavoriteStateReply: {
            data: components["schemas"]["FavoriteState"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        FeatureFlag: {
            config: Record<string, unknown> | null;
            createdAt: string;
            description: string | null;
            flagKey: string;
            id: number;
            isEnabled: boolean;
            updatedAt: string;
        };
        FeatureFlags: {
            [key: string]: {
                config: Record<string, unknown> | null;
                enabled: boolean;
            };
        };
        IssuedApiKey: {
            apps: string[] | null;
            createdAt: string;
            expiresAt: string | null;
            id: number;
            key: string;
            lastUsedAt: string | null;
            name: string;
            prefix: string;
            scopes: ("read" | "write")[];
        };
        Maintenance: {
            estimatedEnd: string | null;
            maintenance: boolean;
            messageAr: string | null;
            messageEn: string | null;
        };
        MaintenanceAnswer: {
            createdAt: string;
            endedAt: string | null;
            estimatedEnd: string | null;
            id: number;
            isActive: boolean;
            messageAr: string | null;
            messageEn: string | null;
            updatedAt: string;
        };
        MaintenanceEvent: {
            createdAt: string;
            endedAt: string | null;
            estimatedEnd: string | null;
            id: number;
            isActive: boolean;
            messageAr: string | null;
            messageEn: string | null;
            updatedAt: string;
        };
        Message: {
            message: string;
        };
        Operator: {
            createdAt: string;
            email: string | null;
            id: number;
            isActive: boolean;
            projectId: number;
            /** @enum {string} */
            role: "staff" | "admin";
            updatedAt: string;
            username: string;
        };
        OperatorTokens: {
            access: string;
            refresh: string;
        };
        Pagination: {
            hasNext: boolean;
            hasPrevious: boolean;
            limit: number;
            page: number;
            total: number;
            totalPages: number;
        };
        Post: {
            /** @enum {string} */
            category: "bug" | "feature" | "improvement" | "other";
            commentsCount: number;
            createdAt: string;
            description: string;
            editedAt: string | null;
            /** @description Whether the caller voted for it; there for callers who are signed in */
            hasVoted?: boolean;
            id: number;
            projectId: number;
            /** @enum {string} */
            status: "under_review" | "planned" | "in_progress" | "completed" | "declined";
            title: string;
            updatedAt: string;
            userId: string;
            votesCount: number;
        };
        PostPage: {
            data: components["schemas"]["Post"][];
            message: string;
            pagination: components["schemas"]["Pagination"];
            /** @enum {boolean} */
            success: true;
        };
        PostReply: {
            data: components["schemas"]["Post"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        Project: {
            createdAt: string;
            id: number;
            isActive: boolean;
            name: string;
            settings: {
                /** @enum {string} */
                contentWriters: "authenticated" | "staff";
                languages: string[];
                loginMethods: ("phone_password" | "phone_otp" | "username_password")[];
                onePerAuthor: ("auction" | "product" | "order" | "driver" | "store" | "group_deal")[];
                otp: {
                    length: number;
                    ttlSeconds: number;
                };
                registration: boolean;
            };
            updatedAt: string;
        };
        PublicApp: {
            currentVersion: string;
            currentVersionCode: number;
            isActive: boolean;
            name: string;
            packageName: string;
            /** @enum {string} */
            platform: "android" | "ios" | "both";
            slug: string;
            storeUrl: string;
        };
        PublicAuthConfig: {
            languages: string[];
            lockout: {
                attempts: number;
                seconds: number;
            };
            loginMethods: ("phone_password" | "phone_otp" | "username_password")[];
            otp: {
                channels: string[];
                cooldownSeconds: number[];
                length: number;
                ttlSeconds: number;
            };
            password: {
                maxLength: number;
                minLength: number;
            };
            projectId: number;
            registration: boolean;
        };
        RecordedBatch: {
            accepted: number;
            duplicates: number;
            rejected: number;
            results: {
                error?: string;
                index: number;
                /** @enum {string} */
                status: "accepted" | "duplicate" | "rejected";
            }[];
        };
        RecordedEvent: {
            duplicate: boolean;
            /** @enum {boolean} */
            recorded: true;
        };
        Review: {
            comment: string | null;
            /** @description For staff: the value for `If-Match` of a decision, there in double quotes */
            contentHash?: string;
            createdAt: string;
            editedAt: string | null;
            /** @description In full for the guest who just left it and for staff */
            guestEmail: string | null;
            guestName: string | null;
            id: number;
            images: string[];
            isGuest: boolean;
            itemId: number;
            /** @enum {string} */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            projectId: number;
            rating: number;
            /** @enum {string} */
            source: "authenticated" | "email_guest";
            /** @enum {string} */
            status: "pending" | "approved" | "rejected";
            /** @description The moderator’s reason for the last decision; for the author and staff */
            statusReason: string | null;
            title: string | null;
            updatedAt: string;
            userId: string;
        };
        ReviewEnvelope: {
            data: components["schemas"]["Review"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        ReviewPage: {
            data: components["schemas"]["Review"][];
            message: string;
            pagination: components["schemas"]["Pagination"];
            /** @enum {boolean} */
            success: true;
        };
        ReviewStats: {
            averageRating: number;
            distribution: {
                1: number;
                2: number;
                3: number;
                4: number;
                5: number;
            };
            itemId: number;
            /** @enum {string} */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            totalReviews: number;
        };
        ReviewStatsEnvelope: {
            data: components["schemas"]["ReviewStats"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        RevokedSessions: {
            revoked: number;
        };
        RoadmapItem: {
            category: string | null;
            createdAt: string;
            createdBy: string;
            description: string | null;
            id: number;
            position: number;
            postId: number | null;
            projectId: number;
            /** @enum {string} */
            status: "planned" | "in_progress" | "completed";
            targetDate: string | null;
            title: string;
            updatedAt: string;
        };
        RoadmapList: {
            data: components["schemas"]["RoadmapItem"][];
            message: string;
            pagination: components["schemas"]["Pagination"];
            /** @enum {boolean} */
            success: true;
        };
        RoadmapReply: {
            data: components["schemas"]["RoadmapItem"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        SignedIn: {
            tokens: components["schemas"]["Tokens"];
            user: components["schemas"]["User"];
        };
        Statistics: {
            /** @description Includes entries that are not published yet */
            changelog: {
                total: number;
            };
            comments: {
                total: number;
            };
            favorites: {
                total: number;
            };
            /** @description When the oldest pending review was written */
            oldestPendingAt: string | null;
            posts: {
                byCategory: {
                    bug: number;
                    feature: number;
                    improvement: number;
                    other: number;
                };
                byStatus: {
                    completed: number;
                    declined: number;
                    in_progress: number;
                    planned: number;
                    under_review: number;
                };
                total: number;
            };
            reviews: {
                approved: number;
                /** @description Average of the approved reviews, to 2 decimals; 0 when there are none */
                averageRating: number;
                pending: number;
                rejected: number;
                total: number;
            };
            roadmap: {
                byStatus: {
                    completed: number;
                    in_progress: number;
                    planned: number;
                };
                total: number;
            };
            votes: {
                total: number;
            };
        };
        StatisticsReply: {
            data: components["schemas"]["Statistics"];
            message: string;
            /** @enum {boolean} */
            success: true;
        };
        TestPhone: {
            code: string;
            createdAt: string;
            expiresAt: string | null;
            phone: string;
            projectId: number;
        };
        Tokens: {
            accessToken: string;
            expiresIn: number;
            refreshToken: string;
            /** @enum {string} */
            tokenType: "Bearer";
        };
        UpdateCheck: {
            changelog: string | null;
            currentVersion: string | null;
            forceUpdate: boolean;
            latestVersion: string;
            latestVersionCode: number;
            minVersion: string | null;
            /** @enum {string|null} */
            platform: "android" | "ios" | null;
            /** @enum {string} */
            reason: "none" | "newer_release" | "forced_release" | "below_minimum";
            /** @enum {string} */
            status: "up_to_date" | "update_available" | "update_required" | "unknown";
            storeUrl: string;
            updateAvailable: boolean;
        };
        User: {
            avatar: string | null;
            createdAt: string;
            email: string | null;
            firstName: string | null;
            /** Format: uuid */
            id: string;
            language: string;
            lastName: string | null;
            phone: string;
            phoneVerified: boolean;
            projectId: number;
            /** @enum {string} */
            role: "customer" | "driver" | "staff" | "admin" | "pending";
            /** @enum {string} */
            status: "active" | "inactive" | "suspended" | "deleted";
            updatedAt: string;
        };
        UserList: {
            data: components["schemas"]["User"][];
            pagination: components["schemas"]["Pagination"];
        };
        UserSettings: {
            language: string;
            notifications: boolean;
        };
        Vote: {
            data: {
                postId: number;
                voted: boolean;
                votesCount: number;
            };
            message: string;
            /** @enum {boolean} */
            success: true;
        };
    };
    responses: never;
    parameters: {
        /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
        IdempotencyKey: string;
        /** @description The entity tags that were read: 412 when the record has changed since. */
        IfMatch: string;
        /** @description The ETag of a stored answer: 304 when it is still current. */
        IfNoneMatch: string;
        /** @description The project of the request; without it, the project of the token, else the default project. */
        ProjectId: number;
    };
    requestBodies: never;
    headers: {
        /** @description The methods that this path has. */
        Allow: string;
        /** @description How long, and by which caches, the answer may be kept. */
        "Cache-Control": string;
        /** @description Changes with the body; send it back as If-None-Match. */
        ETag: string;
        /** @description `true` on a repeated answer to an earlier request with this Idempotency-Key. */
        "Idempotency-Replayed": "true";
        /** @description Hits and seconds left of each limit (IETF draft 8). */
        RateLimit: string;
        /** @description The limits that count this request (IETF draft 8). */
        "RateLimit-Policy": string;
        /** @description Seconds until a retry makes sense. */
        "Retry-After": number;
        /** @description The scheme to authenticate with. */
        "WWW-Authenticate": string;
        /** @description Requests allowed in the window, for the limit with the fewest requests left. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the window of that limit. */
        "X-RateLimit-Remaining": number;
        /** @description The id of the request in logs and error bodies: the one sent, or a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: Record<string, unknown>[];
                    };
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminApiKeys: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apps?: string[] | null;
                    expiresAt?: string | null;
                    name: string;
                    scopes: ("read" | "write")[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAdminApiKeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminApps: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    packageName: string;
                    /** @enum {string} */
                    platform: "android" | "ios" | "both";
                    slug: string;
                    /** @default  */
                    storeUrl?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminAppsSlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentVersion?: string;
                    currentVersionCode?: number;
                    isActive?: boolean;
                    name?: string;
                    packageName?: string;
                    /** @enum {string} */
                    platform?: "android" | "ios" | "both";
                    storeUrl?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminAppsSlugAnalytics: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminAppsSlugFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    config?: Record<string, unknown> | null;
                    description?: null | string;
                    flagKey: string;
                    /** @default false */
                    isEnabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminAppsSlugFeaturesFlagKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                flagKey: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    config?: Record<string, unknown> | null;
                    description?: null | string;
                    isEnabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAdminAppsSlugFeaturesFlagKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                flagKey: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminAppsSlugFeaturesAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminAppsSlugMaintenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    estimatedEnd?: string | null;
                    isActive: boolean;
                    messageAr?: null | string;
                    messageEn?: null | string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceAnswer"] | null;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminAppsSlugMaintenanceHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceEvent"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminAppsSlugVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppVersion"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminAppsSlugVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    changelog?: null | string;
                    /** @default true */
                    isActive?: boolean;
                    /** @default false */
                    isForce?: boolean;
                    minVersion?: string | null;
                    storeUrl?: string | null;
                    versionCode: number;
                    versionName: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppVersion"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminAppsSlugVersionsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    changelog?: null | string;
                    isActive?: boolean;
                    isForce?: boolean;
                    minVersion?: string | null;
                    storeUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppVersion"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminPosts: {
        parameters: {
            query?: {
                category?: "bug" | "feature" | "improvement" | "other";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
                /** @description Words of title or description, all of which must be found */
                q?: string;
                status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminPostsIdStatus: {
        parameters: {
            query?: {
                reason?: string;
                status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string | null;
                    /** @enum {string} */
                    status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminProjects: {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: number;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminProjectsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminProjectsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isActive?: boolean;
                    name?: string;
                    settings?: {
                        /** @enum {string} */
                        contentWriters?: "authenticated" | "staff";
                        languages?: string[];
                        loginMethods?: ("phone_password" | "phone_otp" | "username_password")[];
                        onePerAuthor?: ("auction" | "product" | "order" | "driver" | "store" | "group_deal")[];
                        otp?: {
                            length?: number | null;
                            ttlSeconds?: number | null;
                        };
                        registration?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminProjectsIdOperators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminProjectsIdOperators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string | null;
                    /** @description 8 to 128 characters, none of the most common passwords, not the name of the account */
                    password: string;
                    /** @enum {string} */
                    role: "staff" | "admin";
                    username: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminProjectsIdOperatorsOperatorId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                operatorId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isActive?: boolean;
                    /** @description 8 to 128 characters, none of the most common passwords, not the name of the account */
                    password?: string;
                    /** @enum {string} */
                    role?: "staff" | "admin";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminProjectsIdTestPhones: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestPhone"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAdminProjectsIdTestPhones: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    expiresAt?: string | null;
                    phone: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestPhone"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAdminProjectsIdTestPhonesPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                phone: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminReviews: {
        parameters: {
            query?: {
                itemType?: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
                /** @description Words of title, comment, or name or e-mail of the guest, all of which must be found */
                q?: string;
                rating?: number;
                status?: "pending" | "approved" | "rejected";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putAdminReviewsIdStatus: {
        parameters: {
            query?: {
                reason?: string;
                status?: "pending" | "approved" | "rejected";
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string | null;
                    /** @enum {string} */
                    status?: "pending" | "approved" | "rejected";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAdminStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAppsSlug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicApp"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAppsSlugAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    appVersion?: string | null;
                    eventData?: Record<string, unknown> | null;
                    eventId?: string | null;
                    eventType: string;
                    occurredAt?: string | null;
                    /** @enum {string|null} */
                    platform?: "android" | "ios" | null;
                    userId?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedEvent"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedEvent"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAppsSlugAnalyticsBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events: unknown[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedBatch"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAppsSlugBootstrap: {
        parameters: {
            query?: {
                /** @description The version that the device runs, such as 1.4.2. Without it the status is unknown. */
                currentVersion?: string;
                /** @description The platform of the device; may be left out. */
                platform?: "android" | "ios";
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bootstrap"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAppsSlugFeatures: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlags"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAppsSlugMaintenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAppsSlugVersion: {
        parameters: {
            query?: {
                /** @description The version that the device runs, such as 1.4.2. Without it the status is unknown. */
                currentVersion?: string;
                /** @description The platform of the device; may be left out. */
                platform?: "android" | "ios";
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCheck"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAuthAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    username: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTokens"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postAuthAuthTokenRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refresh: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTokens"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getChangelog: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
                type?: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangelogList"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postChangelog: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Markdown */
                    content: string;
                    contentAr?: string | null;
                    /** @description The feature requests that it answers; on a change they replace the previous ones */
                    linkedPostIds?: number[];
                    /** @description Until then the entry is shown to staff and its creator only; now when not given */
                    publishedAt?: string;
                    title: string;
                    titleAr?: string | null;
                    /**
                     * @default added
                     * @enum {string}
                     */
                    type?: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
                    version?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangelogReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putChangelogId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content?: string;
                    contentAr?: string | null;
                    /** @description The feature requests that it answers; on a change they replace the previous ones */
                    linkedPostIds?: number[];
                    /** @description Until then the entry is shown to staff and its creator only; now when not given */
                    publishedAt?: string;
                    title?: string;
                    titleAr?: string | null;
                    /** @enum {string} */
                    type?: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
                    version?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangelogReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteChangelogId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getComments: {
        parameters: {
            query: {
                entityId: number;
                entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description `tree` pages over top-level comments with their replies nested, `flat` over all comments */
                format?: "tree" | "flat";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
                /** @description Pages over the direct replies to this comment, oldest first, without the replies to those */
                parentId?: number;
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postComments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                    entityId: number;
                    /** @enum {string} */
                    entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                    /** @default null */
                    parentId?: number | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFavorites: {
        parameters: {
            query?: {
                itemType?: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteList"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postFavorites: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    itemId: number;
                    /** @enum {string} */
                    itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteReply"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteFavoritesItemIdItemType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                itemId: number;
                itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteStateReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postFavoritesToggle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Add (`true`) or remove (`false`) instead of toggling, so that a retry changes nothing */
                    desired?: boolean;
                    itemId: number;
                    /** @enum {string} */
                    itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteStateReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMyReviews: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPosts: {
        parameters: {
            query?: {
                category?: "bug" | "feature" | "improvement" | "other";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description Only posts of the caller, who must be signed in */
                mine?: boolean;
                /** @description desc by itself, asc for the sort oldest */
                order?: "asc" | "desc";
                page?: number;
                /** @description Words of title or description, all of which must be found */
                q?: string;
                sort?: "votes" | "newest" | "oldest" | "comments" | "trending";
                status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postPosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category: "bug" | "feature" | "improvement" | "other";
                    description: string;
                    title: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPostsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putPostsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category?: "bug" | "feature" | "improvement" | "other";
                    description?: string;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePostsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postPostsIdVote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vote"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePostsIdVote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vote"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReviews: {
        parameters: {
            query?: {
                itemId?: number;
                itemType?: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description desc unless given, and asc with sort=oldest */
                order?: "asc" | "desc";
                page?: number;
                rating?: number;
                sort?: "newest" | "oldest" | "rating";
                /** @description The author: a UUID, operator:<id>, or for staff guest:<email> */
                userId?: string;
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postReviews: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string | null;
                    /**
                     * Format: email
                     * @description Required without a token, and without effect with one
                     */
                    guestEmail?: string | null;
                    /** @description Without effect with a token */
                    guestName?: string | null;
                    images?: string[] | null;
                    itemId: number;
                    /** @enum {string} */
                    itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                    rating: number;
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReviewsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putReviewsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    comment?: string | null;
                    images?: string[] | null;
                    rating?: number;
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteReviewsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReviewsStatsItemTypeItemId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                itemId: number;
                itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewStatsEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRoadmap: {
        parameters: {
            query?: {
                category?: string;
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
                status?: "planned" | "in_progress" | "completed";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoadmapList"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postRoadmap: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    category?: string | null;
                    description?: string | null;
                    /** @description Its position among the items of its status; the last one when not given */
                    position?: number;
                    /** @description The feature request that it answers */
                    postId?: number | null;
                    /**
                     * @default planned
                     * @enum {string}
                     */
                    status?: "planned" | "in_progress" | "completed";
                    targetDate?: string | null;
                    title: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoadmapReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putRoadmapId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    category?: string | null;
                    description?: string | null;
                    /** @description Its position among the items of its status; the last one when not given */
                    position?: number;
                    /** @description The feature request that it answers */
                    postId?: number | null;
                    /** @enum {string} */
                    status?: "planned" | "in_progress" | "completed";
                    targetDate?: string | null;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoadmapReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRoadmapId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getV2AuthAdminUsers: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                page?: number;
                /** @description Words that must all occur in name or e-mail, or the beginning of the phone with its country code */
                q?: string;
                role?: "customer" | "driver" | "staff" | "admin" | "pending";
                status?: "active" | "inactive" | "suspended" | "deleted";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getV2AuthAdminUsersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putV2AuthAdminUsersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "customer" | "driver" | "staff" | "admin" | "pending";
                    /** @enum {string} */
                    status?: "active" | "inactive" | "suspended" | "deleted";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postV2AuthAdminUsersIdRevokeSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedSessions"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    postV2AuthAdminUsersIdUnlock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: {
                /** @description 503 also while the database does not answer. `?deep` alone is enough. */
                deep?: "" | "1" | "true" | "0" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        database: "ok" | "unreachable";
                        /** @enum {string} */
                        reader?: "in_use" | "not_in_use";
                        /** @enum {string} */
                        status: "ready";
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
