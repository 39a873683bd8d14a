// Made of the OpenAPI document by `npm run api-types`; `npm run api-gates` compares it. Do not edit.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys that access tokens are signed with
         * @description A JWK Set. A new key is listed long before it signs, so an answer may be cached as `Cache-Control` allows.
         */
        get: operations["getSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-deletion/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page on which people delete their account
         * @description In English or Arabic, by `Accept-Language` or `?lang=`. Counted by address (`RATE_LIMIT_GLOBAL`).
         */
        get: operations["openAccountDeletion"];
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
         * @description Open to: an API key or an operator: a key with scope `read` without an app list; limited to the project of the caller, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Issue an API key
         * @description Only this reply shows the key. A key cannot issue a scope that it lacks itself. Without `projectId` an owner issues a key of the project of `X-Project-ID`, else of the own one; a key of all projects needs `projectId: null`.
         *
         *     Open to: an API key or an operator: a key with scope `write` without an app list; limited to the project of the caller, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createApiKey"];
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
         * Revoke an API key and all keys that were issued with it
         * @description A key of a project revokes itself and the keys that it issued; other keys need an operator, or a key of all projects.
         *
         *     Open to: an API key or an operator: a key with scope `write` without an app list; limited to the project of the caller, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["revokeApiKey"];
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
         * @description Open to: an API key or an operator: a key with scope `read` that covers any app; the answer shows only those apps, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listApps"];
        put?: never;
        /**
         * Register an app
         * @description Open to: an API key or an operator: a key with scope `write` without an app list; limited to the project of the caller, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createApp"];
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
         * @description Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateApp"];
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
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changes of an app, newest first
         * @description The rows of the audit log about the app, its flags, segments, versions and maintenance, as far as the caller may see them there: staff see their own. `nextBefore` leads to the next page.
         *
         *     Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/changes/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change
         * @description Writes a new change of the flag, segment, release, maintenance or app: what was created is deleted, what was deleted is created again, and changed fields are set back. An undo can be undone too. 409 `changed_since` names the later changes, and `not_undoable` the request to use instead: releases and apps are never deleted, and time may have closed the way back.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["undoChange"];
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
        /**
         * All flags or the stale ones, by key
         * @description A flag is stale when it is older than its kind is expected to live (`release` and `experiment` 40 days, `ops` 7), has not changed for 30 days, and is the same for everybody.
         *
         *     Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listFlagsWithAge"];
        put?: never;
        /**
         * Create a flag
         * @description Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createFlag"];
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
        /**
         * One flag
         * @description The address of a flag with the key `admin` is that of the list.
         *
         *     Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getFlag"];
        /**
         * Change a flag
         * @description `targeting` is replaced as a whole. `If-Match` with the `ETag` of an answer limits the change to that version.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateFlag"];
        post?: never;
        /**
         * Delete a flag that no other flag requires
         * @description Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteFlag"];
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
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/features/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy flags from another app
         * @description Segments that the flags name come along. Flags and segments that exist stay unless `overwrite` is true. The caller must reach both apps. All is copied, or nothing.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["copyFlags"];
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
         * Switch maintenance on or off, or schedule it
         * @description On ends the active windows and starts another; with `startAt` it schedules one and ends none. Off ends the active windows and returns the one that phones saw, or null.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["setMaintenance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/maintenance/{id}": {
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
         * Cancel a scheduled maintenance
         * @description Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteMaintenance"];
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
         * @description Windows that have not ended come before older events that have.
         *
         *     Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listMaintenanceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All segments, by key
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/segments/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One segment
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getSegment"];
        /**
         * Change a segment
         * @description The rules that name it change with it. `If-Match` with the `ETag` of an answer limits the change to that version.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateSegment"];
        post?: never;
        /**
         * Delete a segment that no rule names
         * @description Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteSegment"];
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
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listVersions"];
        put?: never;
        /**
         * Publish a release
         * @description The code must be above every earlier one for the same platform. An active release for everybody becomes the current version of the app.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["publishVersion"];
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
        /**
         * One release
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getVersion"];
        /**
         * Activate, deactivate or change a release
         * @description When the newest release is deactivated, the next active one becomes current. `If-Match` with the `ETag` of an answer limits the change to that version.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateVersion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions/{id}/halt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Halt a rollout
         * @description The release is offered to no phone, and its steps wait.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["haltVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a halted rollout
         * @description The steps to come are later by the time of the halt.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["resumeVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the release before
         * @description Halts the release. The release before becomes the latest; phones that have installed the halted one keep it.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["rollBackVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions/{id}/rollout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the percent or the steps of a rollout
         * @description A phone that was offered the release stays so while the percent grows. A halted release stays halted.
         *
         *     Open to: an API key or an operator: a key with scope `write` that covers the app, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["setRollout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps/{slug}/versions/adoption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far each version has spread
         * @description Open to: an API key or an operator: a key with scope `read` that covers the app, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getAdoption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log, newest first
         * @description An admin and a key of a project see the acts in their project, staff their own acts, an owner and a platform key all. Acts are never changed; `nextBefore` leads to the next page. `Accept: text/csv` gets a table of all rows that match, whatever `limit` says.
         *
         *     Open to: an API key or an operator: a key with scope `audit` without an app list; limited to the project of the caller, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The comments for moderation
         * @description Pending comments come oldest first, others newest first. `q`, `authorId`, `from`, `to` and `entityId` search the newest 10,000 comments that the other filters leave. Deleted comments are not listed.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listCommentsForModeration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A comment as moderators see it
         * @description Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getCommentForModeration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/comments/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Show or hide a comment
         * @description The query or the body names `status` and `reason`; the query wins. Everyone sees a `visible` comment. In another state it is left out of the lists and counts, or shown as a deleted comment while it has replies. The present status changes nothing. The header `If-Match: "<contentHash>"` limits the decision to the content that you have read.
         *
         *     Open to: an API key or an operator: a key with scopes `write` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["setCommentStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/moderation/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide on up to 100 reviews, comments and posts
         * @description Each decision is made separately and has a result; a failure does not stop the others. If an item has a `contentHash`, its decision fails as `content_changed` when the author has changed the content.
         *
         *     Open to: an API key or an operator: a key with scopes `write` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["decideMany"];
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
         * @description `q`, `authorId`, `from` and `to` search the newest 10,000 posts that the other filters leave (`sort=oldest` the oldest); `q` searches the first 2,000 characters of each.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listPostsForModeration"];
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
         *     Open to: an API key or an operator: a key with scopes `write` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["setPostStatus"];
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
         * @description Open to: an API key or an operator: a key with scope `read` without an app list; limited to the project of the caller, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Uses the given id, else the next one.
         *
         *     Open to: an API key or an operator: a key with scope `write` of all projects, or the role `owner` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createProject"];
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
         * @description Open to: an API key or an operator: a key with scope `read` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getProject"];
        /**
         * Change a project
         * @description Settings are merged key by key and lists are replaced; null in `settings.otp` resets a value to that of the server.
         *
         *     Open to: an API key or an operator: a key with scope `write` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateProject"];
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
         * @description Open to: an API key or an operator: a key with scope `read` of the project or of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Create an operator
         * @description A username is unique over all projects, ignoring case.
         *
         *     Open to: an API key or an operator: a key with scopes `read`, `write` and `operators` of all projects, without an expiry and an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createOperator"];
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
         * @description Ends all sessions of the operator. A new password also lifts all locks, and no device is known any more.
         *
         *     Open to: an API key or an operator: a key with scopes `read`, `write` and `operators` of all projects, without an expiry and an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateOperator"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}/operators/{operatorId}/totp": {
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
         * Remove the second factor of an operator who has lost it
         * @description Only an owner may do it for an owner. Sessions go on.
         *
         *     Open to: an API key or an operator: a key with scopes `read`, `write` and `operators` of all projects, without an expiry and an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["resetOperatorTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/projects/{id}/operators/{operatorId}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the locks of an operator after wrong passwords
         * @description Of all addresses and devices, and that of the hour. Those of an owner are lifted only by an owner.
         *
         *     Open to: an API key or an operator: a key with scopes `read`, `write` and `operators` of all projects, without an expiry and an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["unlockOperator"];
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
         * The test phones of a project, those of `TEST_PHONES` first
         * @description Open to: an API key or an operator: a key with scope `read` of the project or of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listTestPhones"];
        put?: never;
        /**
         * Create a test phone, whose code is always the same
         * @description At most 10 per project, including those of `TEST_PHONES`; without `expiresAt` it never expires.
         *
         *     Open to: an API key or an operator: a key with scope `write` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["createTestPhone"];
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
         * @description Open to: an API key or an operator: a key with scope `write` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["deleteTestPhone"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The reported content, with all reports of one thing together
         * @description Open reports come oldest first, decided ones newest first.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listReportGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reports/{entityType}/{entityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All reports of one thing, with its content
         * @description Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getReportGroup"];
        /**
         * Dismiss the reports of a thing, remove it, or reopen the case
         * @description Dismissed, the content is shown again if reports had hidden it, and reports never hide it again. Removed, a review is rejected, and a comment or post gets the moderation state `removed`. `open` takes the decision back: the content gets the status from before it, unless its status was changed since. The header `If-Match: "<contentHash>"` limits the decision to the content that you have read.
         *
         *     Open to: an API key or an operator: a key with scopes `write` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["resolveReports"];
        post?: never;
        delete?: never;
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
         * @description The `status` sets the order: pending reviews oldest first, decided ones newest first. Without a `status`, the pending ones come first, then the decided ones, both oldest first. `q`, `authorId`, `from`, `to`, `itemId` and `sort` search the newest 10,000 reviews that the other filters leave (`sort=oldest` the oldest); `q` searches the first 2,000 characters of guest, title and comment.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listReviewsForModeration"];
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
         *     Open to: an API key or an operator: a key with scopes `write` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["setReviewStatus"];
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
         *     Open to: an API key or an operator: a key with scopes `read` and `feedback` of the project or of all projects, without an app list, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller, and what it reaches
         * @description For an API key its scopes, project and apps; for a person the roles and the project.
         *
         *     Open to: an API key or an operator: a key with scope `read` or any other, or the role `staff` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getCaller"];
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
         * @description Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["getApp"];
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
         *     Open to: anyone. Counted by address and app (`RATE_LIMIT_EVENTS`), and in bytes by address (`RATE_LIMIT_EVENTS_BYTES`).
         */
        post: operations["recordEvent"];
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
         *     Open to: anyone. Counted by address and app (`RATE_LIMIT_EVENTS`), and in bytes by address (`RATE_LIMIT_EVENTS_BYTES`).
         */
        post: operations["recordEvents"];
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
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["getBootstrap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream of changes
         * @description Server-sent events: one message `{"type":"refetchEvaluation"}` whenever flags, versions or maintenance of the app change. A client that reconnects with `since` or `Last-Event-ID` learns at once whether it has missed a change. A stream that ends at once says with `retry` when to return.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["streamChanges"];
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
         * @description Flags with targeting are evaluated for what the request tells. An answer to `installationId`, `userId`, `country`, `language` or `osVersion` is private.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["getFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * May a request pass
         * @description For `auth_request` of nginx: 204 lets the request pass. 503 has `Retry-After`, and `X-Maintenance` with the mode, which tells it from a failure.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["checkGate"];
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
         * @description A request that tells nothing sees the maintenance of all phones. The answer to a request with any parameter has `readOnly` and `upcoming`, and knows maintenance of some phones only.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["getMaintenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/ofrep/v1/evaluate/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate all flags
         * @description OpenFeature Remote Evaluation Protocol 0.3.0, for the providers of OpenFeature. The `ETag` is a digest of the answer.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        post: operations["evaluateAllFlags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{slug}/ofrep/v1/evaluate/flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate one flag
         * @description OpenFeature Remote Evaluation Protocol 0.3.0.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        post: operations["evaluateOneFlag"];
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
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        get: operations["checkUpdate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out: end the session of the token
         * @description May be repeated: the token of a session that has ended is enough.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["logoutOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account of the signed-in operator
         * @description Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["getOwnAccount"];
        /**
         * Change the e-mail of the signed-in operator
         * @description A mail tells the old address. A wrong password counts like one at sign-in.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["updateOwnAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the password of the signed-in operator
         * @description Ends the other sessions. A wrong current password counts like one at sign-in.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["changeOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The open sessions of the signed-in operator
         * @description Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/sessions/{id}": {
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
         * End a session of the signed-in operator
         * @description All servers refuse its tokens within 2 seconds.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["endOperatorSession"];
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
         * @description The path may end with a slash. The answer names the device in `X-Diwan-Device`: keep it like a password and send it with the next sign-in. Failures count by username and address, so a stranger elsewhere locks no one out; after a hundred in an hour, from all addresses together, only devices that are known sign in.
         *
         *     Open to: anyone. Counted by address, for phone auth as a whole (`RATE_LIMIT_GLOBAL`).
         */
        post: operations["loginAsOperator"];
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
         *     Open to: anyone. Counted by user, or by session with a token that is no longer valid (`RATE_LIMIT_ACCOUNT`); without a token of this server by address (`RATE_LIMIT_GLOBAL`).
         */
        post: operations["refreshOperatorTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/auth/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put the second factor in force
         * @description From then on signing in needs `otp`. Ends the other sessions, which were opened without it. A mail tells the operator.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        put: operations["enableTotp"];
        /**
         * Begin to set up a second factor
         * @description Makes a secret for an authenticator app (RFC 6238). A repeated call replaces it. A wrong password counts like one at sign-in.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        post: operations["startTotp"];
        /**
         * Remove the second factor
         * @description A wrong password or code counts like one at sign-in.
         *
         *     Open to: a signed-in user. Counted by API key or operator (`RATE_LIMIT_ADMIN`).
         */
        delete: operations["disableTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The authors that you blocked, newest first
         * @description Open to: a signed-in user. Counted by address (`RATE_LIMIT_READ`).
         */
        get: operations["listBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blocks/{authorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Block an author
         * @description Your lists of reviews, posts and comments leave out what the author wrote; a comment with replies of others is shown as deleted. The totals of your pages follow. A repeated block changes nothing. You can block 1,000 authors.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["blockAuthor"];
        post?: never;
        /**
         * Unblock an author; repeated, it changes nothing
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["unblockAuthor"];
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
        get: operations["listChangelogEntries"];
        put?: never;
        /**
         * Add an entry to the changelog
         * @description The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["createChangelogEntry"];
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
        put: operations["updateChangelogEntry"];
        post?: never;
        /**
         * Delete an entry of the changelog, with its comments
         * @description Before its `publishedAt`, an entry exists for staff and its creator only. The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteChangelogEntry"];
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
        get: operations["listComments"];
        put?: never;
        /**
         * Comment on something, or reply to a comment
         * @description Reviews, posts, roadmap items and changelog entries must exist and be visible to you; items of the other types are not checked. A top-level comment is on level 1, and replies go down to level 5.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["createComment"];
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
        put: operations["updateComment"];
        post?: never;
        /**
         * Delete a comment of your own; staff deletes anybody’s
         * @description Replies are never lost: a comment with replies leaves a tombstone, which is deleted with the last of them.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteComment"];
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
        get: operations["listFavorites"];
        put?: never;
        /**
         * Add a favorite; 200 when it existed
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["addFavorite"];
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
        delete: operations["removeFavorite"];
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
        post: operations["toggleFavorite"];
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
        get: operations["listOwnReviews"];
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
        get: operations["listPosts"];
        put?: never;
        /**
         * Ask for a feature
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["createPost"];
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
        get: operations["getPost"];
        /**
         * Change an own feature request
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["updatePost"];
        post?: never;
        /**
         * Delete a feature request with its comments and votes
         * @description Authors delete their own, staff anybody’s.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deletePost"];
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
        post: operations["castVote"];
        /**
         * Withdraw your vote
         * @description Works for every status; without a vote nothing changes.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["withdrawVote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a review, comment or post
         * @description A repeated report changes nothing and is 200. When as many users as the project setting `autoHideReports` says have reported it, the content is hidden until a moderator decides.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["reportContent"];
        delete?: never;
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
        get: operations["listReviews"];
        put?: never;
        /**
         * Review an item
         * @description A review with a token is approved at once. Without a token, `guestEmail` is required and a moderator decides.
         *
         *     Open to: a signed-in user, or a guest. Counted by user (`RATE_LIMIT_WRITE`); guests by address (`RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS`) and by e-mail (`RATE_LIMIT_GUEST_REVIEW_BY_EMAIL`).
         */
        post: operations["createReview"];
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
        get: operations["getReview"];
        /**
         * Change your review
         * @description A rejected review becomes pending again; an approved one stays approved, with `editedAt` set.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        put: operations["updateReview"];
        post?: never;
        /**
         * Delete your review and the comments on it; staff may delete any
         * @description Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteReview"];
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
        get: operations["getReviewStats"];
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
        get: operations["listRoadmapItems"];
        put?: never;
        /**
         * Add an item to the roadmap
         * @description The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        post: operations["createRoadmapItem"];
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
        put: operations["updateRoadmapItem"];
        post?: never;
        /**
         * Delete an item of the roadmap, with its comments
         * @description The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.
         *
         *     Open to: a signed-in user. Counted by user, or by address without one (`RATE_LIMIT_WRITE`).
         */
        delete: operations["deleteRoadmapItem"];
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
         * @description Reading users leaves one act (`users.read`) in the audit log for each reader and project in an hour.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `users` of the project or of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        get: operations["listUsers"];
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
         * @description Reading users leaves one act (`users.read`) in the audit log for each reader and project in an hour.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `users` of the project or of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        get: operations["getUser"];
        /**
         * Change role and status of a user
         * @description Allowed: active ↔ inactive, active or inactive → suspended → active, any → deleted. `deleted` is final and frees phone and e-mail. A user who is no longer `active` is signed out everywhere. A new role ends the access tokens; a refresh issues tokens with it. Users cannot change themselves.
         *
         *     Open to: an API key or an operator: a key with scopes `write` and `users` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        put: operations["updateUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/admin/users/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a user without days of grace
         * @description The same erasure as with the status `deleted`, with a reason for the audit log. A user who is erased already stays so.
         *
         *     Open to: an API key or an operator: a key with scopes `write` and `users` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/auth/admin/users/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All data of a user
         * @description The document that the user gets from `/account/export`, at any time. Each one leaves an act in the audit log. The answer is sent while it is read: one that ends without its closing brace is not complete.
         *
         *     Open to: an API key or an operator: a key with scopes `read` and `users` of the project or of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        get: operations["exportUser"];
        put?: never;
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
         * @description Open to: an API key or an operator: a key with scopes `write` and `users` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        post: operations["revokeUserSessions"];
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
         * @description The next code may be sent at once too, whatever the cooldown says.
         *
         *     Open to: an API key or an operator: a key with scopes `write` and `users` of all projects, without an app list, or the role `admin` or higher. Counted by API key or operator (`RATE_LIMIT_ADMIN`). Served under `/api/v1/auth` too.
         */
        post: operations["unlockUser"];
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
        /**
         * This document, rendered
         * @description The API reference as a page for people.
         */
        get: operations["openDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/errors.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every error code with its meaning and what to do
         * @description For apps that show a text of their own for each `code` of an `ErrorBody`, in English or Arabic.
         */
        get: operations["getErrors"];
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
        /**
         * Whether the process is up
         * @description Answers as long as the process lives, also while it starts or shuts down.
         */
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
        /**
         * The metrics in the Prometheus text format
         * @description Without METRICS_TOKEN only this machine may read them; with it everyone who sends the token as a bearer.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate all flags
         * @description OpenFeature Remote Evaluation Protocol 0.3.0, for the providers of OpenFeature. The `ETag` is a digest of the answer.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        post: operations["evaluateAllFlagsByHeader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate one flag
         * @description OpenFeature Remote Evaluation Protocol 0.3.0.
         *
         *     Open to: anyone. Counted by address (`RATE_LIMIT_EVALUATE_ADDRESS`), and by address and installation or targeting key (`RATE_LIMIT_EVALUATE`).
         */
        post: operations["evaluateOneFlagByHeader"];
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
        /**
         * This document
         * @description OpenAPI 3.1. It is the same for the life of a release.
         */
        get: operations["getOpenApi"];
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
         * @description The body tells whether the database answers. Without `deep` an unreachable database changes only the body.
         */
        get: operations["getReadiness"];
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
        /** @description The account is to be deleted. */
        AccountDeletion: {
            /**
             * Format: date-time
             * @description When the data of the user is erased. Until then the user can restore the account.
             */
            deletesAt: string;
        };
        /** @description All data that is stored of a user, without secrets. */
        AccountExport: {
            /** @description What else is stored of the account. */
            account: {
                /**
                 * Format: date-time
                 * @description When the data was erased; null unless it was.
                 */
                deletedAt: string | null;
                /**
                 * Format: date-time
                 * @description When the data is erased; null unless the user asked for it.
                 */
                deletionDueAt: string | null;
                /** @description The phone of a change that is not confirmed yet; null without one. */
                newPhone: string | null;
                /** @description The address that the user has proved; null without one. */
                verifiedEmail: string | null;
            };
            /** @description What else the audit log has of the account: sign-ins, and acts of others without their names. */
            accountLog: Record<string, unknown>[];
            /** @description What the audit log says that the user did. */
            activity: Record<string, unknown>[];
            /** @description The apps that reported them, with the last time; nothing proves it. */
            apps: Record<string, unknown>[];
            /** @description The authors whom the user blocked. */
            blocks: Record<string, unknown>[];
            /** @description The entries of the changelog that the user wrote. */
            changelog: Record<string, unknown>[];
            /** @description The last one-time codes for the phone, without the codes. */
            codes: Record<string, unknown>[];
            /** @description How many codes the phone was sent in a row. */
            codeSends: Record<string, unknown>[];
            /** @description The comments, hidden ones too. */
            comments: Record<string, unknown>[];
            /** @description The deletion of the account that the user asked for, if any. */
            deletions: Record<string, unknown>[];
            /** @description The last one-time codes that such devices asked for, without the codes. */
            deviceCodes: Record<string, unknown>[];
            /** @description How many codes such devices were sent in a row. */
            deviceCodeSends: Record<string, unknown>[];
            /** @description The devices that the user has signed in from, without their tokens. */
            devices: Record<string, unknown>[];
            /** @description The newest 1,000 events that apps reported about the user, in 1 MB at most, newest first; nothing proves them. */
            events: Record<string, unknown>[];
            /**
             * Format: date-time
             * @description When the export began.
             */
            exportedAt: string;
            /** @description The favorites. */
            favorites: Record<string, unknown>[];
            /** @description Reviews without an account that have the proved e-mail address of the user. */
            guestReviews: Record<string, unknown>[];
            /** @description Wrong passwords and codes in a row, and the locks that they led to. */
            locks: Record<string, unknown>[];
            /** @description The mails to the user, of the last 30 days, without codes. */
            mails: Record<string, unknown>[];
            /** @description The posts, hidden ones too. */
            posts: Record<string, unknown>[];
            /** @description What moderators refused in the last 30 days: the item of a review, or the digest of a text. */
            refusals: Record<string, unknown>[];
            /** @description What the user reported. */
            reports: Record<string, unknown>[];
            /** @description The reviews, whatever their status. */
            reviews: Record<string, unknown>[];
            /** @description The items of the roadmap that the user wrote. */
            roadmap: Record<string, unknown>[];
            /** @description The sessions, live and ended ones that are still stored. */
            sessions: Record<string, unknown>[];
            settings: components["schemas"]["UserSettings"];
            user: components["schemas"]["User"];
            /** @description The votes for posts. */
            votes: Record<string, unknown>[];
        };
        /** @description The phone of the user, and the password or a code. */
        AccountRestoring: {
            /** @description A code that `/send-otp` sent for the purpose `login`; or else send `password`. */
            otp?: string;
            /** @description The password of the user; or else send `otp`. */
            password?: string;
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId?: number;
        };
        /** @description How far each version of an app has spread. */
        Adoption: {
            /** @description The events of each day, the first and the last of which may be partial. */
            byDay: {
                /**
                 * Format: date
                 * @description The day in UTC.
                 */
                date: string;
                /** @description The number of events of the day. */
                events: number;
                /** @description The events of the day by version, the most frequent first. */
                versions: {
                    /** @description The number of events of this version. */
                    events: number;
                    /** @description The part of all, from 0 to 1. */
                    share: number;
                    /** @description The version; null for users or events without one and for the sum of rare versions. */
                    version: string | null;
                }[];
            }[];
            /** @description The period: so many days until now. */
            days: number;
            /** @description The users that were seen in the period. */
            totalUsers: number;
            /** @description The users by their last version, the most frequent first. */
            users: {
                /** @description The part of all, from 0 to 1. */
                share: number;
                /** @description The users whose last event came from this version. */
                users: number;
                /** @description The version; null for users or events without one and for the sum of rare versions. */
                version: string | null;
            }[];
        };
        /** @description A feature flag, and since when it could be removed. */
        AgedFeatureFlag: {
            /** @description Any data for the app. */
            config: Record<string, unknown> | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description What the flag is for. */
            description: string | null;
            /** @description The key by which the app reads the flag. */
            flagKey: string;
            /** @description The id of the flag. */
            id: number;
            /** @description Whether the flag is on. */
            isEnabled: boolean;
            /**
             * @description What it is for.
             * @enum {string}
             */
            kind: "release" | "experiment" | "ops" | "killswitch" | "permission";
            /** @description Why it is stale, in a sentence. */
            reason: string | null;
            /**
             * Format: date-time
             * @description Since when it is stale: past its lifetime, unchanged for long, and the same for everybody.
             */
            staleSince: string | null;
            targeting: components["schemas"]["FlagTargeting"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /**
             * @description The type of its value.
             * @enum {string}
             */
            valueType: "boolean" | "string" | "number" | "object";
        };
        /** @description An API key, without the key itself. */
        ApiKey: {
            /** @description The slugs of the apps that the key may use; null for all apps of its project. */
            apps: string[] | null;
            /**
             * Format: date-time
             * @description When the key was issued.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key stops working; null for never.
             */
            expiresAt: string | null;
            /** @description The id of the key. */
            id: number;
            /**
             * Format: date-time
             * @description When the key was last used, to within a few minutes; null when it never was.
             */
            lastUsedAt: string | null;
            /** @description What the key is for. */
            name: string;
            /** @description The key that issued it; null when an operator or the server did. */
            parentId: number | null;
            /** @description The first characters of the key, by which you recognise it. */
            prefix: string;
            /** @description The project that the key is for; null for all. */
            projectId: number | null;
            /** @description `read` allows GET and `write` the other methods on apps, projects and keys. Beside them `feedback` opens moderation, `users` the users, `operators` the management of operators. `audit` opens the audit log. */
            scopes: ("read" | "write" | "feedback" | "users" | "audit" | "operators")[];
        };
        /** @description A new API key. */
        ApiKeyCreate: {
            /** @description The slugs of the apps that the key may use; null for all apps of its project. */
            apps?: string[] | null;
            /**
             * Format: date-time
             * @description When the key stops working; null for never.
             */
            expiresAt?: string | null;
            /** @description What the key is for, so that you recognise it later. */
            name: string;
            /** @description The project that the key is for; null for all. Only an owner or a key of all projects may choose it. */
            projectId?: number | null;
            /** @description `read` allows GET and `write` the other methods on apps, projects and keys. Beside them `feedback` opens moderation, `users` the users, `operators` the management of operators. `audit` opens the audit log. */
            scopes: ("read" | "write" | "feedback" | "users" | "audit" | "operators")[];
        };
        /** @description A mobile app with all that its owners see. */
        App: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The current version. */
            currentVersion: string;
            /** @description The code of the current version. */
            currentVersionCode: number;
            /** @description The id of the app. */
            id: number;
            /** @description Whether the public endpoints know the app. */
            isActive: boolean;
            /** @description The name of the app for people. */
            name: string;
            /** @description The package name or bundle id in the store. */
            packageName: string;
            /**
             * @description The platforms that the app exists for.
             * @enum {string}
             */
            platform: "android" | "ios" | "both";
            /** @description The project that it belongs to. */
            projectId: number;
            /** @description The short name of the app, which its addresses contain. */
            slug: string;
            /** @description The address of the app in its store; empty when it has none. */
            storeUrl: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A new app. */
        AppCreate: {
            /** @description The name of the app for people. */
            name: string;
            /** @description The package name or bundle id in the store. */
            packageName: string;
            /**
             * @description The platforms that the app exists for.
             * @enum {string}
             */
            platform: "android" | "ios" | "both";
            /** @description The short name of the app, which its addresses contain. */
            slug: string;
            /**
             * @description The address of the app in its store; empty when it has none.
             * @default
             */
            storeUrl?: string;
        };
        /** @description The changes of an app; absent fields stay. */
        AppPatch: {
            /** @description The current version, which publishing a release sets too. */
            currentVersion?: string;
            /** @description The code of the current version. */
            currentVersionCode?: number;
            /** @description Whether the public endpoints know the app. */
            isActive?: boolean;
            /** @description The name of the app for people. */
            name?: string;
            /** @description The package name or bundle id in the store. */
            packageName?: string;
            /**
             * @description The platforms that the app exists for.
             * @enum {string}
             */
            platform?: "android" | "ios" | "both";
            /** @description The address of the app in its store; empty when it has none. */
            storeUrl?: string;
        };
        /** @description A release of an app. */
        AppVersion: {
            /** @description What is new, for users. */
            changelog: string | null;
            /**
             * Format: date-time
             * @description When the release was published.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From then on it is forced.
             */
            forceAfter: string | null;
            guard: components["schemas"]["ReleaseGuard"] | null;
            /**
             * Format: date-time
             * @description When the guard acted. It then leaves the release alone until the rule is changed.
             */
            guardActedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is halted; null while it is not.
             */
            haltedAt: string | null;
            /** @description The id of the release. */
            id: number;
            /** @description Whether the update check knows the release. */
            isActive: boolean;
            /** @description Whether every older installation must update. */
            isForce: boolean;
            /** @description The oldest operating system that it runs on. */
            minOsVersion: string | null;
            /** @description Installations below this version must update. */
            minVersion: string | null;
            notes: components["schemas"]["ReleaseNotes"] | null;
            /** @description The percent of the phones that it is offered to now. */
            offeredPercent: number;
            /**
             * @description The only platform that it is for; null for every platform of the app.
             * @enum {string|null}
             */
            platform: "android" | "ios" | null;
            /** @description How urgent it is, 0 to 5. */
            priority: number;
            /** @description The hours after which a phone may remind of it again. */
            remindAfterHours: number;
            /** @description The percent of the phones before the first step. */
            rolloutPercent: number;
            /**
             * @description A halted release is offered to no phone, and its steps wait.
             * @enum {string}
             */
            rolloutState: "active" | "halted";
            /** @description The steps in the order of their time. */
            steps: components["schemas"]["RolloutStep"][];
            /** @description Where to get this release, when it differs from the address of the app. */
            storeUrl: string | null;
            /** @description The number of the release, which grows with each one. */
            versionCode: number;
            /** @description The version for people. */
            versionName: string;
        };
        /** @description One act: who did what, when and from where. */
        AuditEntry: {
            /** @description What was done, such as `version.published`. */
            action: string;
            /** @description The kind and id of the actor, such as `operator:1`. */
            actor: string;
            /** @description The name of the operator or key at that time. */
            actorName: string | null;
            /** @description The network that the request came from: /24 or /48. */
            address: string | null;
            /** @description The changed fields after the act, or other facts about it. */
            after: Record<string, unknown> | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description The changed fields before the act. */
            before: Record<string, unknown> | null;
            /** @description The id of the row; newer rows have higher ids. */
            id: number;
            /** @description The project concerned; null for an act that belongs to no project. */
            projectId: number | null;
            /** @description The reason that the actor gave. */
            reason: string | null;
            /** @description The `X-Request-Id` of the request. */
            requestId: string | null;
            /** @description What it was done to, such as `app:souq`. */
            subject: string;
            /** @description The part of the subject concerned, such as `flag:checkout`. */
            target: string | null;
        };
        /** @description A page of the audit log. */
        AuditLog: {
            /** @description The rows, newest first. */
            data: components["schemas"]["AuditEntry"][];
            /** @description What the answer contains. */
            message: string;
            /** @description The `before` of the next page; null on the last one. */
            nextBefore: number | null;
            /** @description Always true. */
            success: boolean;
        };
        /** @description An author that you do not want to read. */
        Block: {
            /** @description The blocked author. */
            authorId: string;
            /**
             * Format: date-time
             * @description When you blocked the author.
             */
            createdAt: string;
        };
        /** @description One block. */
        BlockEnvelope: {
            data: components["schemas"]["Block"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A page of blocks. */
        BlockPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Block"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description All that an app reads at its start. */
        Bootstrap: {
            app: components["schemas"]["PublicApp"];
            features: components["schemas"]["FeatureFlags"];
            maintenance: components["schemas"]["Maintenance"];
            /**
             * Format: date-time
             * @description The time of the server, for clients whose clock is wrong.
             */
            serverTime: string;
            version: components["schemas"]["UpdateCheck"];
        };
        /** @description A change of an app, or of its flags, segments, versions or maintenance. */
        Change: {
            /** @description What was done, such as `flag.changed`. */
            action: string;
            /** @description The kind and id of the actor, such as `operator:1`. */
            actor: string;
            /** @description The name of the operator or key at that time. */
            actorName: string | null;
            /** @description The changed fields after. */
            after: Record<string, unknown> | null;
            /** @description The changed fields before. */
            before: Record<string, unknown> | null;
            /** @description Whether it has a way back and the state that it left is still the present one. */
            canUndo: boolean;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description The id of the change; later changes have higher ids. */
            id: number;
            /** @description The reason that the actor gave. */
            reason: string | null;
            /** @description The `X-Request-Id` of the request. */
            requestId: string | null;
            /** @description The part of the app that changed, such as `flag:checkout`; null for the app itself. */
            target: string | null;
            /** @description The id of the change that this one undoes. */
            undoes: number | null;
        };
        /** @description A new entry of the changelog. */
        ChangelogCreate: {
            /** @description Markdown */
            content: string;
            /** @description The text in Arabic, as Markdown. */
            contentAr?: string | null;
            /** @description The feature requests that it answers; on a change they replace the previous ones */
            linkedPostIds?: number[];
            /**
             * Format: date-time
             * @description Until then the entry is shown to staff and its creator only; now when not given
             */
            publishedAt?: string;
            /** @description The title of the entry. */
            title: string;
            /** @description The title in Arabic. */
            titleAr?: string | null;
            /**
             * @description The kind of change.
             * @default added
             * @enum {string}
             */
            type?: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
            /** @description The version that the change came with. */
            version?: string | null;
        };
        /** @description An entry of the changelog. */
        ChangelogEntry: {
            /** @description The text, as Markdown. */
            content: string;
            /** @description The text in Arabic, as Markdown. */
            contentAr: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The author, such as `operator:7`. */
            createdBy: string;
            /** @description The id of the entry. */
            id: number;
            /** @description The feature requests that it answers. */
            linkedPostIds: number[];
            /** @description The project that it belongs to. */
            projectId: number;
            /**
             * Format: date-time
             * @description When everyone can see the entry.
             */
            publishedAt: string;
            /** @description The title of the entry. */
            title: string;
            /** @description The title in Arabic. */
            titleAr: string | null;
            /**
             * @description The kind of change.
             * @enum {string}
             */
            type: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The version that the change came with. */
            version: string | null;
        };
        /** @description A page of the changelog. */
        ChangelogList: {
            /** @description The records of this page. */
            data: components["schemas"]["ChangelogEntry"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The changes of an entry; absent fields stay. */
        ChangelogPatch: {
            /** @description Markdown */
            content?: string;
            /** @description The text in Arabic, as Markdown. */
            contentAr?: string | null;
            /** @description The feature requests that it answers; on a change they replace the previous ones */
            linkedPostIds?: number[];
            /**
             * Format: date-time
             * @description Until then the entry is shown to staff and its creator only; now when not given
             */
            publishedAt?: string;
            /** @description The title of the entry. */
            title?: string;
            /** @description The title in Arabic. */
            titleAr?: string | null;
            /**
             * @description The kind of change.
             * @enum {string}
             */
            type?: "added" | "changed" | "deprecated" | "removed" | "fixed" | "security";
            /** @description The version that the change came with. */
            version?: string | null;
        };
        /** @description One entry of the changelog. */
        ChangelogReply: {
            data: components["schemas"]["ChangelogEntry"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description What the undo of a change of a release, of maintenance or of the app itself would do. */
        ChangePreview: {
            /** @description The same fields as they would be. */
            after: Record<string, unknown> | null;
            /** @description The fields that would change, as they are. */
            before: Record<string, unknown> | null;
        };
        /** @description A page of the changes of an app. */
        Changes: {
            /** @description The changes, newest first. */
            data: components["schemas"]["Change"][];
            /** @description What the answer contains. */
            message: string;
            /** @description The `before` of the next page; null on the last one. */
            nextBefore: number | null;
            /** @description Always true. */
            success: boolean;
        };
        /** @description Names the phone that a code is sent to. */
        CodeRequest: {
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId?: number;
        };
        /** @description The code is on its way. */
        CodeSent: {
            /** @description Seconds until another code may be requested for this phone. */
            cooldownSeconds: number;
            /** @description For people; the wording may change. */
            message: string;
        };
        /** @description A comment. */
        Comment: {
            /** @description The text; null for a deleted comment that keeps its place because it has replies. */
            content: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description The id of the thing that is commented on. */
            entityId: number;
            /**
             * @description The kind of thing that is commented on.
             * @enum {string}
             */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description The id of the comment. */
            id: number;
            /** @description Whether the comment was deleted. */
            isDeleted: boolean;
            /**
             * @description For its author and staff, while not everyone sees it: the state of the comment.
             * @enum {string}
             */
            moderation?: "visible" | "pending" | "hidden" | "removed";
            /** @description The comment that this one replies to; null on the top level. */
            parentId: number | null;
            /** @description The project that it belongs to. */
            projectId: number;
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The author; null for a deleted comment. */
            userId: string | null;
        };
        /** @description A new comment. */
        CommentCreate: {
            /** @description The text of the comment. */
            content: string;
            /** @description The id of the thing that is commented on. */
            entityId: number;
            /**
             * @description The kind of thing that is commented on.
             * @enum {string}
             */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /**
             * @description The comment that this one replies to; null for a comment of the top level.
             * @default null
             */
            parentId?: number | null;
        };
        /** @description One comment. */
        CommentEnvelope: {
            data: components["schemas"]["Comment"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A page of comments. */
        CommentPage: {
            /** @description The records of this page. */
            data: (components["schemas"]["CommentThread"] | components["schemas"]["Comment"])[];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The new text of a comment. */
        CommentPatch: {
            /** @description The text of the comment. */
            content?: string;
        };
        /** @description A reply with the replies to it. */
        CommentReply: {
            /** @description The text; null for a deleted comment that keeps its place because it has replies. */
            content: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description The id of the thing that is commented on. */
            entityId: number;
            /**
             * @description The kind of thing that is commented on.
             * @enum {string}
             */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description The id of the comment. */
            id: number;
            /** @description Whether the comment was deleted. */
            isDeleted: boolean;
            /**
             * @description For its author and staff, while not everyone sees it: the state of the comment.
             * @enum {string}
             */
            moderation?: "visible" | "pending" | "hidden" | "removed";
            /** @description The comment that this one replies to; null on the top level. */
            parentId: number | null;
            /** @description The project that it belongs to. */
            projectId: number;
            /** @description Oldest first */
            replies: components["schemas"]["CommentReply"][];
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The author; null for a deleted comment. */
            userId: string | null;
        };
        /** @description The decision on a comment. */
        CommentStatusChange: {
            /** @description Why, for the audit log. */
            reason?: string | null;
            /**
             * @description The decision; it may be in the query instead.
             * @enum {string}
             */
            status?: "visible" | "pending" | "hidden" | "removed";
        };
        /** @description A comment of the top level with its replies. */
        CommentThread: {
            /** @description The text; null for a deleted comment that keeps its place because it has replies. */
            content: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description The id of the thing that is commented on. */
            entityId: number;
            /**
             * @description The kind of thing that is commented on.
             * @enum {string}
             */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description Whether the thread has more replies than are shown here */
            hasMoreReplies: boolean;
            /** @description The id of the comment. */
            id: number;
            /** @description Whether the comment was deleted. */
            isDeleted: boolean;
            /**
             * @description For its author and staff, while not everyone sees it: the state of the comment.
             * @enum {string}
             */
            moderation?: "visible" | "pending" | "hidden" | "removed";
            /** @description The comment that this one replies to; null on the top level. */
            parentId: number | null;
            /** @description The project that it belongs to. */
            projectId: number;
            /** @description Oldest first */
            replies: components["schemas"]["CommentReply"][];
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The author; null for a deleted comment. */
            userId: string | null;
        };
        /** @description The keys of what a copy changed. */
        CopiedFlags: {
            /** @description The flags that were created or replaced. */
            copied: string[];
            /** @description The segments that were created or replaced for them. */
            segments: string[];
            /** @description The flags that stayed: they exist, or are the same already. */
            skipped: string[];
        };
        /** @description The bounds of a number that depends on attributes which are not stored. */
        CountBounds: {
            /** @description The users for whom it is possible. */
            max: number;
            /** @description The users for whom it is certain. */
            min: number;
        };
        /** @description The analytics of an app. */
        Dashboard: {
            /** @description The number of events of each day. */
            byDay: {
                /** @description The number of events. */
                count: number;
                /**
                 * Format: date
                 * @description The day in UTC.
                 */
                date: string;
            }[];
            /** @description The number of events of each platform. */
            byPlatform: {
                /** @description The number of events. */
                count: number;
                /** @description The platform; null for events without one. */
                platform: string | null;
            }[];
            /** @description The number of events of each version of the app. */
            byVersion: {
                /** @description The number of events. */
                count: number;
                /** @description The version; null for events without one. */
                version: string | null;
            }[];
            /** @description The time that the numbers cover, such as `30 days`. */
            period: string;
            /** @description The latest events, at most 20. */
            recentEvents: {
                /** @description The version of the app. */
                appVersion: string | null;
                /**
                 * Format: date-time
                 * @description When the event happened.
                 */
                createdAt: string;
                /** @description The type of the event. */
                eventType: string;
                /** @description The id of the event. */
                id: number;
                /** @description The platform of the device. */
                platform: string | null;
                /** @description The user as the app reported it. */
                userId: string | null;
            }[];
            /** @description The most frequent types, at most 10. */
            topEventTypes: {
                /** @description The number of events of this type, as text. */
                count: string;
                /** @description The type of event. */
                type: string;
            }[];
            /** @description The number of events. */
            totalEvents: number;
            /** @description The number of different users. */
            uniqueUsers: number;
        };
        /** @description The result of one decision. */
        DecisionResult: {
            /** @description The error code of a decision that failed. */
            code?: string;
            /**
             * @description As in the decision; null when it is not one of the kinds.
             * @enum {string|null}
             */
            entityType: "review" | "comment" | "post" | null;
            /** @description As in the decision; null when it is not a number. */
            id: number | null;
            /** @description The place of the decision in `items`, from 0. */
            index: number;
            /**
             * @description `unchanged`: it had this status before.
             * @enum {string}
             */
            outcome: "done" | "unchanged" | "failed";
        };
        /** @description The result of each decision. */
        DecisionsReply: {
            /** @description What happened, for people. */
            message: string;
            /** @description One result for each decision, in their order. */
            results: components["schemas"]["DecisionResult"][];
            /** @description Always true. */
            success: boolean;
        };
        /** @description The record was deleted. */
        Deleted: {
            /** @description The deleted record. */
            data: {
                /** @description The id of the deleted record. */
                id: number;
            };
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The password, or a code for this act. */
        DeletionProof: {
            /** @description A code that `/send-otp` sent for the purpose `delete`; or else send `password`. */
            otp?: string;
            /** @description The password of the user; or else send `otp`. */
            password?: string;
        };
        /** @description The code that the address received. */
        EmailProof: {
            /** @description The code of the mail. */
            code: string;
        };
        /** @description The body of every answer that is not a success. */
        ErrorBody: {
            /** @description Seconds until a retry makes sense (429). */
            available_in?: number;
            /**
             * @description Stable; for programs. `/errors.json` explains each.
             * @enum {string}
             */
            code: "account_inactive" | "account_locked" | "account_suspended" | "api_key_not_found" | "app_not_found" | "app_slug_exists" | "author_not_found" | "block_limit" | "change_not_found" | "changed_since" | "changelog_not_found" | "comment_not_found" | "content_changed" | "deletion_pending" | "email_missing" | "email_taken" | "expectation_failed" | "flag_key_exists" | "flag_limit" | "flag_not_found" | "flag_without_value" | "headers_too_large" | "idempotency_in_progress" | "idempotency_mismatch" | "in_use" | "internal_error" | "invalid_api_key" | "invalid_credentials" | "invalid_current_password" | "invalid_otp" | "invalid_parent" | "invalid_phone" | "invalid_project" | "invalid_transition" | "last_owner" | "login_method_disabled" | "maintenance_limit" | "maintenance_not_found" | "maintenance_started" | "method_not_allowed" | "no_active_account" | "no_earlier_release" | "not_authenticated" | "not_found" | "not_owner" | "not_undoable" | "operator_not_found" | "otp_cooldown" | "otp_delivery_failed" | "otp_locked" | "outcome_unknown" | "own_content" | "password_changed" | "payload_too_large" | "permission_denied" | "phone_already_registered" | "post_not_found" | "prerequisite_conflict" | "project_exists" | "project_id_required" | "project_inactive" | "project_mismatch" | "project_not_found" | "reauthentication_required" | "registration_disabled" | "report_not_found" | "request_timeout" | "review_exists" | "review_not_found" | "roadmap_not_found" | "segment_key_exists" | "segment_limit" | "segment_not_found" | "session_not_found" | "targeting_too_large" | "test_phone_exists" | "test_phone_limit" | "test_phone_not_found" | "test_phone_user" | "throttled" | "token_not_valid" | "totp_enabled" | "totp_not_enabled" | "totp_not_started" | "totp_required" | "totp_setup_required" | "two_credentials" | "unavailable" | "under_maintenance" | "unsupported_media_type" | "user_not_found" | "user_not_registered" | "username_taken" | "validation_error" | "version_code_not_incrementing" | "version_not_found" | "voting_closed";
            /**
             * Format: date-time
             * @description When the account is erased (`deletion_pending`).
             */
            deletesAt?: string;
            /** @description The same text as `message`. */
            detail: string;
            /** @description Every fault of the input (400, some 409). */
            errors?: {
                /**
                 * @description The path of the wrong field.
                 * @example events[2].eventType
                 */
                field: string;
                /** @description What is wrong with it. */
                message: string;
            }[];
            /** @description For people; the wording may change. */
            message: string;
            /** @description Why a token is not valid (401). */
            messages?: {
                /** @description The reason. */
                message: string;
                /** @description The kind of token that was expected: `AccessToken` or `RefreshToken`. */
                token_class: string;
                /** @description The same in short: `access` or `refresh`. */
                token_type: string;
            }[];
            /** @description The migrations that `/readyz` waits for. */
            pendingMigrations?: string[];
            /** @description Finds the request in the log of the server, as the header `X-Request-Id`. */
            requestId: string;
            /** @description The HTTP status of the answer. */
            statusCode: number;
            /**
             * @description Always false, unlike in a success.
             * @enum {boolean}
             */
            success: false;
            /**
             * Format: date-time
             * @description When the server answered.
             */
            timestamp: string;
        };
        /** @description The value of a flag for one request. */
        EvaluatedFlag: {
            /** @description The key of the flag. */
            key: string;
            /**
             * @description What decided the value.
             * @enum {string}
             */
            reason: "STATIC" | "TARGETING_MATCH" | "SPLIT" | "DISABLED";
            /** @description Its value; without one, use the default of the code. */
            value?: boolean | string | number | Record<string, unknown>;
            /** @description The key of the variant; `on` or `off` for a boolean flag without variants. */
            variant?: string;
        };
        /** @description The values of all flags of an app for one request. */
        EvaluatedFlags: {
            /** @description The stream of changes; only with `?stream=sse`, while the server has a place. */
            eventStreams?: {
                /** @description Where the stream is. */
                endpoint: {
                    /** @description The address on this host. */
                    requestUri: string;
                };
                /** @description How long a hidden page keeps the stream. */
                inactivityDelaySec: number;
                /**
                 * @description Server-sent events.
                 * @enum {string}
                 */
                type: "sse";
            }[];
            /** @description All flags of the app by key. */
            flags: (components["schemas"]["EvaluatedFlag"] | components["schemas"]["FlagEvaluationFailure"])[];
        };
        /** @description Up to 100 events. */
        EventBatch: {
            /** @description The events. */
            events: components["schemas"]["EventReport"][];
        };
        /** @description An event that an app reports. */
        EventReport: {
            /** @description The version of the app that reports the event. */
            appVersion?: string | null;
            /** @description The country of the person, such as `SA`. */
            country?: string | null;
            /** @description Any further data, at most 32 KiB of JSON. */
            eventData?: Record<string, unknown> | null;
            /** @description Your own id of the event: an event with the same id is stored once only. */
            eventId?: string | null;
            /** @description What happened, such as `screen_view`. */
            eventType: string;
            /** @description The installation of the app, a random id that it keeps. Events without a `userId` are counted by it. */
            installationId?: string | null;
            /** @description The language of the person, such as `ar`. */
            language?: string | null;
            /**
             * Format: date-time
             * @description When it happened; the time of the request when not given.
             */
            occurredAt?: string | null;
            /**
             * @description The platform of the device.
             * @enum {string|null}
             */
            platform?: "android" | "ios" | null;
            /** @description The id of the user in your own system. */
            userId?: string | null;
        };
        /** @description A number of users. */
        ExactCount: number;
        /** @description The password, or a code for this act. */
        ExportProof: {
            /** @description A code that `/send-otp` sent for the purpose `export`; or else send `password`. */
            otp?: string;
            /** @description The password of the user; or else send `otp`. */
            password?: string;
        };
        /** @description An item that a user keeps. */
        Favorite: {
            /** @description The id of the favorite. */
            id: number;
            /** @description The id of the item in the system that keeps it. */
            itemId: number;
            /**
             * @description The kind of the item.
             * @enum {string}
             */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
        };
        /** @description Names the item to keep. */
        FavoriteCreate: {
            /** @description The id of the item in the system that keeps it. */
            itemId: number;
            /**
             * @description The kind of the item.
             * @enum {string}
             */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
        };
        /** @description A page of favorites. */
        FavoriteList: {
            /** @description The records of this page. */
            data: components["schemas"]["Favorite"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description One favorite. */
        FavoriteReply: {
            data: components["schemas"]["Favorite"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description Whether an item is a favorite. */
        FavoriteState: {
            favorite: components["schemas"]["Favorite"] | null;
            /** @description Whether the item is a favorite now. */
            isFavorite: boolean;
        };
        /** @description Whether the item is a favorite now. */
        FavoriteStateReply: {
            data: components["schemas"]["FavoriteState"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description Names the item to add or remove. */
        FavoriteToggle: {
            /** @description Add (`true`) or remove (`false`) instead of toggling, so that a retry changes nothing */
            desired?: boolean;
            /** @description The id of the item in the system that keeps it. */
            itemId: number;
            /**
             * @description The kind of the item.
             * @enum {string}
             */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
        };
        /** @description A feature flag with all that its owners see. */
        FeatureFlag: {
            /** @description Any data for the app. */
            config: Record<string, unknown> | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description What the flag is for. */
            description: string | null;
            /** @description The key by which the app reads the flag. */
            flagKey: string;
            /** @description The id of the flag. */
            id: number;
            /** @description Whether the flag is on. */
            isEnabled: boolean;
            /**
             * @description What it is for.
             * @enum {string}
             */
            kind: "release" | "experiment" | "ops" | "killswitch" | "permission";
            targeting: components["schemas"]["FlagTargeting"] | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /**
             * @description The type of its value.
             * @enum {string}
             */
            valueType: "boolean" | "string" | "number" | "object";
        };
        /** @description The feature flags of an app by key. */
        FeatureFlags: {
            [key: string]: {
                /** @description Any data for the app. */
                config: Record<string, unknown> | null;
                /** @description Whether the flag is on. */
                enabled: boolean;
            };
        };
        /** @description A comparison of one attribute. */
        FlagCondition: {
            /** @description The attribute of the request, such as `platform`, `appVersion` or any of your own. */
            attribute: string;
            /** @description Whether upper and lower case are the same. */
            ignoreCase?: boolean;
            /** @description Whether the result is turned around; an absent attribute then fits. */
            not?: boolean;
            /**
             * @description How the attribute is compared.
             * @enum {string}
             */
            operator: "in" | "starts_with" | "ends_with" | "contains" | "num_eq" | "num_gt" | "num_gte" | "num_lt" | "num_lte" | "date_after" | "date_before" | "version_eq" | "version_gt" | "version_gte" | "version_lt" | "version_lte";
            /** @description The values; one that fits is enough. */
            values: (string | number | boolean)[];
        };
        /** @description A comparison of one attribute. */
        FlagConditionInput: {
            /** @description The attribute of the request, such as `platform`, `appVersion` or any of your own. */
            attribute: string;
            /** @description Whether upper and lower case are the same. */
            ignoreCase?: boolean;
            /** @description Whether the result is turned around; an absent attribute then fits. */
            not?: boolean;
            /**
             * @description How the attribute is compared.
             * @enum {string}
             */
            operator: "in" | "starts_with" | "ends_with" | "contains" | "num_eq" | "num_gt" | "num_gte" | "num_lt" | "num_lte" | "date_after" | "date_before" | "version_eq" | "version_gt" | "version_gte" | "version_lt" | "version_lte";
            /** @description The values; one that fits is enough. */
            values: (string | number | boolean)[];
        };
        /** @description A copy of flags from another app. */
        FlagCopy: {
            /** @description The short name of the app to copy from. */
            from: string;
            /** @description The keys of the flags; all when not given. */
            keys?: string[];
            /** @description Whether flags and segments that exist here are replaced; they stay by default. */
            overwrite?: boolean;
        };
        /** @description A new feature flag. */
        FlagCreate: {
            /** @description Any data for the app, at most 20,000 bytes of JSON. */
            config?: Record<string, unknown> | null;
            /** @description What the flag is for. */
            description?: string | null;
            /** @description The key by which the app reads the flag. */
            flagKey: string;
            /**
             * @description Whether the flag is on.
             * @default false
             */
            isEnabled?: boolean;
            /**
             * @description What it is for, which decides how long it is expected to live.
             * @enum {string}
             */
            kind?: "release" | "experiment" | "ops" | "killswitch" | "permission";
            targeting?: components["schemas"]["FlagTargetingInput"] | null;
            /**
             * @description The type of its value; the type of every variant.
             * @enum {string}
             */
            valueType?: "boolean" | "string" | "number" | "object";
        };
        /** @description A request of the OpenFeature Remote Evaluation Protocol. */
        FlagEvaluation: {
            /** @description The attributes of the request by name. `targetingKey` decides percentages. Values that are neither texts, numbers nor booleans are ignored. */
            context: {
                /** @description Decides percentages and draws. */
                targetingKey?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A flag or request that cannot be evaluated. */
        FlagEvaluationFailure: {
            /**
             * @description Stable; for programs.
             * @enum {string}
             */
            errorCode: "FLAG_NOT_FOUND" | "INVALID_CONTEXT" | "PARSE_ERROR" | "GENERAL";
            /** @description The reason, for people. */
            errorDetails: string;
            /** @description The key of the flag, where the request is about one. */
            key?: string;
        };
        /** @description The error body of another protocol, or the one of this API. */
        FlagEvaluationFailureOrErrorBody: components["schemas"]["FlagEvaluationFailure"] | components["schemas"]["ErrorBody"];
        /** @description The changes of a feature flag; absent fields stay. */
        FlagPatch: {
            /** @description Any data for the app, at most 20,000 bytes of JSON. */
            config?: Record<string, unknown> | null;
            /** @description What the flag is for. */
            description?: string | null;
            /** @description Whether the flag is on. */
            isEnabled?: boolean;
            /**
             * @description What it is for, which decides how long it is expected to live.
             * @enum {string}
             */
            kind?: "release" | "experiment" | "ops" | "killswitch" | "permission";
            targeting?: components["schemas"]["FlagTargetingInput"] | null;
            /**
             * @description The type of its value; the type of every variant.
             * @enum {string}
             */
            valueType?: "boolean" | "string" | "number" | "object";
        };
        /** @description What a change of a flag would do. `before` is null when the request creates, `after` when it deletes; the id and the times of `after` are not final. */
        FlagPreview: {
            after: components["schemas"]["FeatureFlag"] | null;
            before: components["schemas"]["FeatureFlag"] | null;
            reach: components["schemas"]["Reach"];
            /** @description Remarks on what may surprise. */
            warnings: string[];
        };
        /** @description The people that a rule fits, and what they get. */
        FlagRule: {
            /** @description Its name among the rules of the flag, which steps refer to. */
            id: string;
            /** @description What it is for. */
            name?: string;
            /** @description How many of those who fit, in whole percents; all when not given. */
            percentage?: number;
            /** @description Rules with the same salt include the same people; the key of the flag when not given. */
            salt?: string;
            /** @description The keys of segments; all must be true. */
            segments?: string[];
            /** @description The key of a variant, or a draw among some; a draw among all variants when not given. */
            serve?: string | {
                /** @description The variants to draw from. */
                split: {
                    /** @description The key of the variant. */
                    variant: string;
                    /** @description Its share of the sum of all weights. */
                    weight: number;
                }[];
            };
            /** @description The attribute that decides who is included; `targetingKey` when not given. */
            stickiness?: string;
            /** @description The conditions; all must be true. */
            when?: components["schemas"]["FlagCondition"][];
        };
        /** @description The people that a rule fits, and what they get. */
        FlagRuleInput: {
            /** @description Its name among the rules of the flag, which steps refer to. */
            id: string;
            /** @description What it is for. */
            name?: string;
            /** @description How many of those who fit, in whole percents; all when not given. */
            percentage?: number;
            /** @description Rules with the same salt include the same people; the key of the flag when not given. */
            salt?: string;
            /** @description The keys of segments; all must be true. */
            segments?: string[];
            /** @description The key of a variant, or a draw among some; a draw among all variants when not given. */
            serve?: string | {
                /** @description The variants to draw from. */
                split: {
                    /** @description The key of the variant. */
                    variant: string;
                    /** @description Its share of the sum of all weights. */
                    weight: number;
                }[];
            };
            /** @description The attribute that decides who is included; `targetingKey` when not given. */
            stickiness?: string;
            /** @description The conditions; all must be true. */
            when?: components["schemas"]["FlagConditionInput"][];
        };
        /** @description Who gets which value, and when; null for everybody the same. */
        FlagTargeting: {
            /** @description What is served when no rule fits; off when not given. */
            otherwise?: "off" | {
                /** @description The key of a variant, or a draw among some; a draw among all variants when not given. */
                serve?: string | {
                    /** @description The variants to draw from. */
                    split: {
                        /** @description The key of the variant. */
                        variant: string;
                        /** @description Its share of the sum of all weights. */
                        weight: number;
                    }[];
                };
            };
            /** @description Other flags that must have a state, else this one is off. */
            requires?: {
                /** @description The key of another flag, which has no requirements itself. */
                flag: string;
                /** @description Whether it must be on (default) or off. */
                on?: boolean;
                /** @description The variants that it may serve; any when not given. */
                variants?: string[];
            }[];
            /** @description The rules; the first that fits wins. */
            rules: components["schemas"]["FlagRule"][];
            /**
             * Format: date-time
             * @description The flag is off before.
             */
            startAt?: string | null;
            /** @description Changes of percentages at given times. */
            steps?: {
                /**
                 * Format: date-time
                 * @description From when on.
                 */
                at: string;
                /** @description The percentage of the rule from then on. */
                percentage: number;
                /** @description The id of a rule. */
                rule: string;
            }[];
            /**
             * Format: date-time
             * @description The flag is off from then on.
             */
            stopAt?: string | null;
            /** @description The values that the flag can have. */
            variants?: {
                /** @description Its name among the variants of the flag. */
                key: string;
                /** @description The value, of the type of the flag. */
                value: unknown;
                /** @description Its share where it is drawn among all variants. */
                weight: number;
            }[];
        };
        /** @description Who gets which value, and when; null for everybody the same. */
        FlagTargetingInput: {
            /** @description What is served when no rule fits; off when not given. */
            otherwise?: "off" | {
                /** @description The key of a variant, or a draw among some; a draw among all variants when not given. */
                serve?: string | {
                    /** @description The variants to draw from. */
                    split: {
                        /** @description The key of the variant. */
                        variant: string;
                        /** @description Its share of the sum of all weights. */
                        weight: number;
                    }[];
                };
            };
            /** @description Other flags that must have a state, else this one is off. */
            requires?: {
                /** @description The key of another flag, which has no requirements itself. */
                flag: string;
                /** @description Whether it must be on (default) or off. */
                on?: boolean;
                /** @description The variants that it may serve; any when not given. */
                variants?: string[];
            }[];
            /** @description The rules; the first that fits wins. */
            rules: components["schemas"]["FlagRuleInput"][];
            /**
             * Format: date-time
             * @description The flag is off before.
             */
            startAt?: string | null;
            /** @description Changes of percentages at given times. */
            steps?: {
                /**
                 * Format: date-time
                 * @description From when on.
                 */
                at: string;
                /** @description The percentage of the rule from then on. */
                percentage: number;
                /** @description The id of a rule. */
                rule: string;
            }[];
            /**
             * Format: date-time
             * @description The flag is off from then on.
             */
            stopAt?: string | null;
            /** @description The values that the flag can have. */
            variants?: {
                /** @description Its name among the variants of the flag. */
                key: string;
                /** @description The value, of the type of the flag. */
                value: unknown;
                /** @description Its share where it is drawn among all variants. */
                weight: number;
            }[];
        };
        /** @description A new API key, with the key itself. */
        IssuedApiKey: {
            /** @description The slugs of the apps that the key may use; null for all apps of its project. */
            apps: string[] | null;
            /**
             * Format: date-time
             * @description When the key was issued.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key stops working; null for never.
             */
            expiresAt: string | null;
            /** @description The id of the key. */
            id: number;
            /** @description The key itself. No other answer shows it. */
            key: string;
            /**
             * Format: date-time
             * @description When the key was last used, to within a few minutes; null when it never was.
             */
            lastUsedAt: string | null;
            /** @description What the key is for. */
            name: string;
            /** @description The key that issued it; null when an operator or the server did. */
            parentId: number | null;
            /** @description The first characters of the key, by which you recognise it. */
            prefix: string;
            /** @description The project that the key is for; null for all. */
            projectId: number | null;
            /** @description `read` allows GET and `write` the other methods on apps, projects and keys. Beside them `feedback` opens moderation, `users` the users, `operators` the management of operators. `audit` opens the audit log. */
            scopes: ("read" | "write" | "feedback" | "users" | "audit" | "operators")[];
        };
        /** @description Names the phone that a code is sent to, and what the code is for. */
        LoginCodeRequest: {
            /** @description A phone number with its country code. May be left out where the access token names the user. */
            phone?: string;
            /** @description The project that it belongs to. */
            projectId?: number;
            /**
             * @description What the code is for, `login` when left out. The others need the access token, and the code goes to the phone of its user.
             * @enum {string}
             */
            purpose?: "login" | "delete" | "export" | "phone_change";
        };
        /** @description Whether the app is under maintenance, with the message for users. */
        Maintenance: {
            /**
             * Format: date-time
             * @description When the maintenance will probably end.
             */
            estimatedEnd: string | null;
            /** @description Whether the app is under maintenance now. */
            maintenance: boolean;
            /** @description The message for users, in Arabic. */
            messageAr: string | null;
            /** @description The message for users, in English. */
            messageEn: string | null;
            /** @description Whether the app may still be read. Only in answers to requests that tell about the phone. */
            readOnly?: boolean;
            /** @description The announced maintenance, by start. Only in answers to requests that tell about the phone. */
            upcoming?: components["schemas"]["UpcomingMaintenance"][];
        };
        /** @description The maintenance event that was started or ended; null when maintenance was off already. */
        MaintenanceAnswer: {
            /**
             * Format: date-time
             * @description From when on phones see it as upcoming; null for at once.
             */
            announceFrom: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            endAt: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When the maintenance will probably end.
             */
            estimatedEnd: string | null;
            /** @description The id of the event. */
            id: number;
            /** @description Whether the maintenance goes on now. */
            isActive: boolean;
            /** @description The message for users, in Arabic. */
            messageAr: string | null;
            /** @description The message for users, in English. */
            messageEn: string | null;
            /**
             * @description `full`, or `read_only`: the app may still be read.
             * @enum {string}
             */
            mode: "full" | "read_only";
            /** @description Only phones that tell one of these platforms; null for all. */
            platforms: ("android" | "ios")[] | null;
            /**
             * Format: date-time
             * @description When it starts; null when it began as it was created.
             */
            startAt: string | null;
            /**
             * @description `announced` is scheduled too, and phones see it as upcoming.
             * @enum {string}
             */
            state: "scheduled" | "announced" | "active" | "ended";
            /** @description The people whom the maintenance lets in: a segment, or a list of users and installations. */
            testers: {
                /** @description Values of `userId` or `installationId`. */
                ids?: string[];
                /** @description The key of a segment. */
                segment?: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description Only phones that tell a version in one of these ranges; null for all. */
            versions: {
                /** @description The highest version, which is included. */
                max?: string;
                /** @description The lowest version. */
                min?: string;
            }[] | null;
        };
        /** @description A window of maintenance. */
        MaintenanceEvent: {
            /**
             * Format: date-time
             * @description From when on phones see it as upcoming; null for at once.
             */
            announceFrom: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            endAt: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When the maintenance will probably end.
             */
            estimatedEnd: string | null;
            /** @description The id of the event. */
            id: number;
            /** @description Whether the maintenance goes on now. */
            isActive: boolean;
            /** @description The message for users, in Arabic. */
            messageAr: string | null;
            /** @description The message for users, in English. */
            messageEn: string | null;
            /**
             * @description `full`, or `read_only`: the app may still be read.
             * @enum {string}
             */
            mode: "full" | "read_only";
            /** @description Only phones that tell one of these platforms; null for all. */
            platforms: ("android" | "ios")[] | null;
            /**
             * Format: date-time
             * @description When it starts; null when it began as it was created.
             */
            startAt: string | null;
            /**
             * @description `announced` is scheduled too, and phones see it as upcoming.
             * @enum {string}
             */
            state: "scheduled" | "announced" | "active" | "ended";
            /** @description The people whom the maintenance lets in: a segment, or a list of users and installations. */
            testers: {
                /** @description Values of `userId` or `installationId`. */
                ids?: string[];
                /** @description The key of a segment. */
                segment?: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description Only phones that tell a version in one of these ranges; null for all. */
            versions: {
                /** @description The highest version, which is included. */
                max?: string;
                /** @description The lowest version. */
                min?: string;
            }[] | null;
        };
        /** @description What a change of the maintenance would do. A user is matched who is under the added maintenance while it is active. `before` is the active maintenance, or the one that is canceled, else null; `after` is null when none is left; the id and the times of `after` are not final. */
        MaintenancePreview: {
            after: components["schemas"]["MaintenanceEvent"] | null;
            before: components["schemas"]["MaintenanceEvent"] | null;
            reach: components["schemas"]["Reach"];
            /** @description Remarks on what may surprise. */
            warnings: string[];
        };
        /** @description Switches maintenance on or off, or schedules it. */
        MaintenancePut: {
            /**
             * Format: date-time
             * @description From when on phones see a scheduled maintenance as upcoming; at once when not given.
             */
            announceFrom?: string | null;
            /**
             * Format: date-time
             * @description When the maintenance ends by itself; until it is switched off when not given.
             */
            endAt?: string | null;
            /**
             * Format: date-time
             * @description When the maintenance will probably end; it ends nothing.
             */
            estimatedEnd?: string | null;
            /** @description True starts a maintenance event, false ends the active one. */
            isActive: boolean;
            /** @description The message for users, in Arabic. */
            messageAr?: string | null;
            /** @description The message for users, in English. */
            messageEn?: string | null;
            /**
             * @description `full`, or `read_only`: the app may still be read.
             * @enum {string}
             */
            mode?: "full" | "read_only";
            /** @description Only phones that tell one of these platforms; null for all. */
            platforms?: ("android" | "ios")[] | null;
            /**
             * Format: date-time
             * @description Schedules the maintenance for this time; it starts now when not given.
             */
            startAt?: string | null;
            /** @description The people whom the maintenance lets in: a segment, or a list of users and installations. */
            testers?: {
                /** @description Values of `userId` or `installationId`. */
                ids?: string[];
                /** @description The key of a segment. */
                segment?: string;
            } | null;
            /** @description Only phones that tell a version in one of these ranges; null for all. */
            versions?: {
                /** @description The highest version, which is included. */
                max?: string;
                /** @description The lowest version. */
                min?: string;
            }[] | null;
        };
        /** @description A sentence about what was done. */
        Message: {
            /** @description For people; the wording may change. */
            message: string;
        };
        /** @description A comment as moderators see it. */
        ModeratedComment: {
            /** @description The text; null for a deleted comment that keeps its place because it has replies. */
            content: string | null;
            /** @description The value for `If-Match` of a decision, there in double quotes. */
            contentHash: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description The id of the thing that is commented on. */
            entityId: number;
            /**
             * @description The kind of thing that is commented on.
             * @enum {string}
             */
            entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description The id of the comment. */
            id: number;
            /** @description Whether the comment was deleted. */
            isDeleted: boolean;
            /**
             * @description The decision of the moderators; everyone sees visible comments only.
             * @enum {string}
             */
            moderation: "visible" | "pending" | "hidden" | "removed";
            /** @description The comment that this one replies to; null on the top level. */
            parentId: number | null;
            /** @description The project that it belongs to. */
            projectId: number;
            /** @description Direct replies that were not deleted */
            repliesCount: number;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The author; null for a deleted comment. */
            userId: string | null;
        };
        /** @description One comment. */
        ModeratedCommentEnvelope: {
            data: components["schemas"]["ModeratedComment"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A page of comments. */
        ModeratedCommentPage: {
            /** @description The records of this page. */
            data: components["schemas"]["ModeratedComment"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description One decision. */
        ModerationDecision: {
            /** @description The text that was judged; the decision fails with `content_changed` when it differs. */
            contentHash?: string;
            /**
             * @description What it is about.
             * @enum {string}
             */
            entityType: "review" | "comment" | "post";
            /** @description Its id. */
            id: number;
            /** @description Why, for the audit log and mails. */
            reason?: string | null;
            /**
             * @description `approved`, `rejected` or `pending` for a review, else `visible`, `pending`, `hidden` or `removed`.
             * @enum {string}
             */
            status: "approved" | "rejected" | "pending" | "visible" | "hidden" | "removed";
        };
        /** @description Up to 100 decisions on reviews, comments and posts. */
        ModerationDecisions: {
            /** @description The decisions. */
            items: components["schemas"]["ModerationDecision"][];
        };
        /** @description An operator: staff or admin of a project. */
        Operator: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The e-mail address. */
            email: string | null;
            /** @description The id of the operator. */
            id: number;
            /** @description Whether the operator may sign in. */
            isActive: boolean;
            /** @description Whether the admin administers all projects. */
            owner: boolean;
            /** @description The project that it belongs to. */
            projectId: number;
            /**
             * @description An admin also administers users.
             * @enum {string}
             */
            role: "staff" | "admin";
            /** @description Whether signing in needs a code of an authenticator app. */
            totp: boolean;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The name to sign in with. */
            username: string;
        };
        /** @description A new operator. */
        OperatorCreate: {
            /**
             * Format: email
             * @description The e-mail address.
             */
            email?: string | null;
            /** @description Whether the admin administers all projects. */
            owner?: boolean;
            /** @description 8 to 128 characters, not easy to guess for someone who knows the account, its project and its apps */
            password: string;
            /**
             * @description An admin also administers users.
             * @enum {string}
             */
            role: "staff" | "admin";
            /** @description The name to sign in with, unique over all projects. */
            username: string;
        };
        /** @description The credentials of an operator. */
        OperatorLogin: {
            /** @description The code of the authenticator app, or a recovery code, for an operator with a second factor. */
            otp?: string;
            /** @description The password of the operator. */
            password: string;
            /** @description The username of the operator; capitals do not matter. */
            username: string;
        };
        /** @description The changes of an operator; absent fields stay. */
        OperatorPatch: {
            /** @description Whether the operator may sign in. */
            isActive?: boolean;
            /** @description Whether the admin administers all projects. */
            owner?: boolean;
            /** @description 8 to 128 characters, not easy to guess for someone who knows the account, its project and its apps */
            password?: string;
            /**
             * @description An admin also administers users.
             * @enum {string}
             */
            role?: "staff" | "admin";
        };
        /** @description The refresh token of an operator. */
        OperatorRefresh: {
            /** @description The refresh token of the last answer. */
            refresh: string;
        };
        /** @description The tokens of an operator. */
        OperatorTokens: {
            /** @description Send it as `Authorization: Bearer …`. */
            access: string;
            /** @description Exchange it for new tokens when the access token has expired. It is valid once. */
            refresh: string;
        };
        /** @description Phone and code of a user. */
        OtpLogin: {
            /** @description The code that the phone received. */
            otp: string;
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId?: number;
        };
        /** @description The account of the signed-in operator. */
        OwnAccount: {
            /**
             * Format: date-time
             * @description When the operator was created.
             */
            createdAt: string;
            /** @description The e-mail address. */
            email: string | null;
            /** @description The id of the operator. */
            id: number;
            /**
             * Format: date-time
             * @description The last sign-in; null when it is not known.
             */
            lastLoginAt: string | null;
            /** @description The project of the operator. */
            projectId: number;
            /**
             * @description An admin also administers users.
             * @enum {string}
             */
            role: "staff" | "admin";
            /** @description The role, and `owner` for an admin of all projects. */
            roles: ("staff" | "admin" | "owner")[];
            /** @description Whether signing in needs a code of the authenticator app. */
            totp: boolean;
            /** @description The name to sign in with. */
            username: string;
        };
        /** @description The changes of the own account. */
        OwnAccountPatch: {
            /**
             * Format: email
             * @description The e-mail address; null for none.
             */
            email: string | null;
            /** @description The password of the operator. */
            password: string;
        };
        /** @description The old and the new password of the signed-in operator. */
        OwnPasswordChange: {
            /** @description The password that the operator signs in with now. */
            currentPassword: string;
            /** @description 8 to 128 characters, not easy to guess for someone who knows the account, its project and its apps */
            newPassword: string;
        };
        /** @description The place of this page in the whole list. */
        Pagination: {
            /** @description Whether there is a next page. */
            hasNext: boolean;
            /** @description Whether there is a previous page. */
            hasPrevious: boolean;
            /** @description The most records of a page. */
            limit: number;
            /** @description This page, from 1. */
            page: number;
            /** @description The number of records on all pages. */
            total: number;
            /** @description The number of pages; 0 when the list is empty. */
            totalPages: number;
        };
        /** @description The old and the new password. */
        PasswordChange: {
            /** @description Needed once a password is set. */
            currentPassword?: string;
            /** @description 8 to 128 characters, not easy to guess for someone who knows the account, its project and its apps */
            newPassword: string;
        };
        /** @description Phone and password of a user. */
        PasswordLogin: {
            /** @description The password of the user. */
            password: string;
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId?: number;
        };
        /** @description The new phone, and the password or a code of the old phone. */
        PhoneChange: {
            /** @description A code of the purpose `phone_change` from the old phone. */
            otp?: string;
            /** @description The password of the user; either this or a code. */
            password?: string;
            /** @description The new phone number with its country code. */
            phone: string;
        };
        /** @description The phone of a user, and the code that it received. */
        PhoneDeletion: {
            /** @description The code that the phone received. */
            otp: string;
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId?: number;
        };
        /** @description The code of the new phone. */
        PhoneProof: {
            /** @description The code that the new phone received. */
            otp: string;
        };
        /** @description A feature request. */
        Post: {
            /**
             * @description The kind of request.
             * @enum {string}
             */
            category: "bug" | "feature" | "improvement" | "other";
            /** @description The number of comments that everyone sees, also those of authors whom the caller blocked. */
            commentsCount: number;
            /** @description In answers to moderators: the hash of the content, which a decision can name. */
            contentHash?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description What is asked for, in full. */
            description: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description Whether the caller voted for it; there for callers who are signed in */
            hasVoted?: boolean;
            /** @description The id of the post. */
            id: number;
            /**
             * @description The state of the post: in answers to moderators, and for its author and staff while not everyone sees it.
             * @enum {string}
             */
            moderation?: "visible" | "pending" | "hidden" | "removed";
            /** @description The project that it belongs to. */
            projectId: number;
            /**
             * @description How far the request has got; no one can vote for a post that is completed or declined.
             * @enum {string}
             */
            status: "under_review" | "planned" | "in_progress" | "completed" | "declined";
            /** @description What is asked for, in one line. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The author: the id of a user, or such as `operator:7`. */
            userId: string;
            /** @description The number of votes. */
            votesCount: number;
        };
        /** @description A new feature request. */
        PostCreate: {
            /**
             * @description The kind of request.
             * @enum {string}
             */
            category: "bug" | "feature" | "improvement" | "other";
            /** @description What is asked for, in full. */
            description: string;
            /** @description What is asked for, in one line. */
            title: string;
        };
        /** @description A page of feature requests. */
        PostPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Post"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The changes of a feature request; absent fields stay. */
        PostPatch: {
            /**
             * @description The kind of request.
             * @enum {string}
             */
            category?: "bug" | "feature" | "improvement" | "other";
            /** @description What is asked for, in full. */
            description?: string;
            /** @description What is asked for, in one line. */
            title?: string;
        };
        /** @description One feature request. */
        PostReply: {
            data: components["schemas"]["Post"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description Moves a feature request to another status. */
        PostStatusChange: {
            /** @description A text for the mail to the author and the voters. */
            reason?: string | null;
            /**
             * @description The new status; it may be in the query instead.
             * @enum {string}
             */
            status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
        };
        /** @description The changes of a profile; absent fields stay, null clears. */
        ProfilePatch: {
            /**
             * Format: email
             * @description The e-mail address, which is not proved yet; null clears it.
             */
            email?: string | null;
            /** @description The first name; null clears it. */
            firstName?: string | null;
            /** @description The last name; null clears it. */
            lastName?: string | null;
        };
        /** @description A project with its settings. */
        Project: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The id of the project. */
            id: number;
            /** @description Whether the project serves its users. */
            isActive: boolean;
            /** @description The name of the project. */
            name: string;
            /** @description The settings of the project, defaults included. */
            settings: {
                /** @description Days between the request to delete an account and its erasure, in which the user can restore it; 0 for none. */
                accountDeletionDays: number;
                /** @description The number of users whose reports hide content until a moderator decides; 0 for never. */
                autoHideReports: number;
                /** @description Content that contains one of these words is pending first; `word*` means every word with this beginning. */
                blockedWords: string[];
                /**
                 * @description Who may write roadmap and changelog: all signed-in users, or staff only.
                 * @enum {string}
                 */
                contentWriters: "authenticated" | "staff";
                /**
                 * @description Whether the texts of an erased user lose their author or are deleted.
                 * @enum {string}
                 */
                erasedContent: "anonymise" | "delete";
                /** @description The languages of users, the default one first. */
                languages: string[];
                /** @description How users and operators may sign in. */
                loginMethods: ("phone_password" | "phone_otp" | "username_password")[];
                /** @description The kinds of item that an author may review only once each. */
                onePerAuthor: ("auction" | "product" | "order" | "driver" | "store" | "group_deal")[];
                /** @description The codes that are sent to phones. */
                otp: {
                    /** @description How many digits a code has. */
                    length: number;
                    /** @description How long a code is valid, in seconds. */
                    ttlSeconds: number;
                };
                /** @description Whether new users may register. */
                registration: boolean;
                /** @description Whether operators may do nothing before they have set up a second factor. */
                requireTotp: boolean;
            };
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A new project. */
        ProjectCreate: {
            /** @description The id of the project; the next free one when not given. */
            id?: number;
            /** @description The name of the project. */
            name: string;
        };
        /** @description The changes of a project; absent fields stay. */
        ProjectPatch: {
            /** @description Whether the project serves its users. */
            isActive?: boolean;
            /** @description The name of the project. */
            name?: string;
            /** @description The settings to change. */
            settings?: {
                /** @description Days between the request to delete an account and its erasure, in which the user can restore it; 0 for none. */
                accountDeletionDays?: number;
                /** @description The number of users whose reports hide content until a moderator decides; 0 for never. */
                autoHideReports?: number;
                /** @description Content that contains one of these words is pending first; `word*` means every word with this beginning. */
                blockedWords?: string[];
                /**
                 * @description Who may write roadmap and changelog: all signed-in users, or staff only.
                 * @enum {string}
                 */
                contentWriters?: "authenticated" | "staff";
                /**
                 * @description Whether the texts of an erased user lose their author or are deleted.
                 * @enum {string}
                 */
                erasedContent?: "anonymise" | "delete";
                /** @description The languages of users, the default one first. */
                languages?: string[];
                /** @description How users and operators may sign in. */
                loginMethods?: ("phone_password" | "phone_otp" | "username_password")[];
                /** @description The kinds of item that an author may review only once each. */
                onePerAuthor?: ("auction" | "product" | "order" | "driver" | "store" | "group_deal")[];
                /** @description The codes that are sent to phones. */
                otp?: {
                    /** @description How many digits a code has; null for the value of the server. */
                    length?: number | null;
                    /** @description How long a code is valid, in seconds; null for the value of the server. */
                    ttlSeconds?: number | null;
                };
                /** @description Whether new users may register. */
                registration?: boolean;
                /** @description Whether operators may do nothing before they have set up a second factor. */
                requireTotp?: boolean;
            };
        };
        /** @description The public information about an app. */
        PublicApp: {
            /** @description The current version. */
            currentVersion: string;
            /** @description The code of the current version. */
            currentVersionCode: number;
            /** @description Whether the public endpoints know the app. */
            isActive: boolean;
            /** @description The name of the app for people. */
            name: string;
            /** @description The package name or bundle id in the store. */
            packageName: string;
            /**
             * @description The platforms that the app exists for.
             * @enum {string}
             */
            platform: "android" | "ios" | "both";
            /** @description The short name of the app, which its addresses contain. */
            slug: string;
            /** @description The address of the app in its store; empty when it has none. */
            storeUrl: string;
        };
        /** @description How users of a project sign in. */
        PublicAuthConfig: {
            /** @description The languages of the project, the default one first. */
            languages: string[];
            /** @description When a password is locked. */
            lockout: {
                /** @description How many wrong passwords in a row lock it. */
                attempts: number;
                /** @description How long it stays locked, in seconds. */
                seconds: number;
            };
            /** @description How users may sign in. */
            loginMethods: ("phone_password" | "phone_otp" | "username_password")[];
            /** @description The codes that are sent to phones. */
            otp: {
                /** @description How codes are sent, the preferred channel first. */
                channels: string[];
                /** @description Seconds to wait after the first, second and each further code for a phone. */
                cooldownSeconds: number[];
                /** @description How many digits a code has. */
                length: number;
                /** @description How long a code is valid, in seconds. */
                ttlSeconds: number;
            };
            /** @description The rules for passwords. */
            password: {
                /** @description The most characters of a password. */
                maxLength: number;
                /** @description The fewest characters of a password. */
                minLength: number;
            };
            /** @description The id of the project. */
            projectId: number;
            /** @description Whether new users may register. */
            registration: boolean;
        };
        /** @description The users of an app whom a change reaches, as far as stored attributes show. */
        Reach: {
            /** @description The users by their last platform; `unknown` for those without one. */
            byPlatform: {
                [key: string]: components["schemas"]["ReachGroup"];
            };
            /** @description The users by their last version: the 20 most frequent, `others`, and `unknown` for those without one. */
            byVersion: {
                [key: string]: components["schemas"]["ReachGroup"];
            };
            /** @description The users who are matched by the change and were not before. */
            gains: components["schemas"]["ExactCount"] | components["schemas"]["CountBounds"];
            /** @description The users of whom every attribute is stored that decides. */
            known: number;
            /** @description The users who were matched before and no longer are. */
            loses: components["schemas"]["ExactCount"] | components["schemas"]["CountBounds"];
            /** @description The users for whom the flag is on, who are offered the release, or who are under the maintenance, after the change. */
            matched: components["schemas"]["ExactCount"] | components["schemas"]["CountBounds"];
            /**
             * @description `sample` when only the newest users were evaluated and the numbers are scaled to all.
             * @enum {string}
             */
            method: "exact" | "sample";
            /** @description The part of the users that is certainly matched, from 0 to 1. */
            share: number;
            /** @description The attributes that decide and that are not stored for every user. */
            unknownAttributes: string[];
            /** @description The users of the period. */
            users: number;
            /**
             * @description The period in which the counted users were seen.
             * @enum {string}
             */
            window: "30 days";
        };
        /** @description The users of one platform or version. */
        ReachGroup: {
            /** @description Those of them who are matched. */
            matched: components["schemas"]["ExactCount"] | components["schemas"]["CountBounds"];
            /** @description The users of the group. */
            users: number;
        };
        /** @description The outcome of each event. */
        RecordedBatch: {
            /** @description How many events were stored. */
            accepted: number;
            /** @description How many events were stored before. */
            duplicates: number;
            /** @description How many events are not valid. */
            rejected: number;
            /** @description The outcome of each event, in the order of the request. */
            results: {
                /** @description Why the event was rejected. */
                error?: string;
                /** @description The position of the event in the request, from 0. */
                index: number;
                /**
                 * @description The same event may be accepted later: keep it and send it again. Drop a rejected event without this field.
                 * @enum {boolean}
                 */
                retryable?: true;
                /**
                 * @description What happened to the event.
                 * @enum {string}
                 */
                status: "accepted" | "duplicate" | "rejected";
            }[];
        };
        /** @description The event is stored. */
        RecordedEvent: {
            /** @description Whether an event with this `eventId` was stored before. */
            duplicate: boolean;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            recorded: true;
        };
        /** @description The recovery codes of the operator. */
        RecoveryCodes: {
            /** @description Ten codes, shown only once; each replaces one code of the app once. */
            recoveryCodes: string[];
        };
        /** @description The code and the data of a new user. */
        RegisterVerify: {
            /** @description The first name. */
            firstName?: string | null;
            /** @description The last name. */
            lastName?: string | null;
            /** @description The code that the phone received. */
            otp: string;
            /** @description 8 to 128 characters, not easy to guess for someone who knows the account, its project and its apps */
            password?: string;
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId?: number;
        };
        /** @description What happens when the release crashes too often. */
        ReleaseGuard: {
            /**
             * @description Whether it halts the rollout or only warns.
             * @enum {string}
             */
            action: "halt" | "warn";
            /** @description The share of users with a crash, above which it acts. */
            maxRate: number;
            /** @description The number of users of the release, below which it does not act. */
            minUsers: number;
        };
        /** @description What happens when the release crashes too often. */
        ReleaseGuardInput: {
            /**
             * @description Whether it halts the rollout or only warns.
             * @default warn
             * @enum {string}
             */
            action?: "halt" | "warn";
            /** @description The share of users with a crash, above which it acts. */
            maxRate: number;
            /** @description The number of users of the release, below which it does not act. */
            minUsers: number;
        };
        /** @description What is new, for users, by language. */
        ReleaseNotes: {
            /** @description In Arabic. */
            ar?: string | null;
            /** @description In English. */
            en?: string | null;
        };
        /** @description What is new, for users, by language. */
        ReleaseNotesInput: {
            /** @description In Arabic. */
            ar?: string | null;
            /** @description In English. */
            en?: string | null;
        };
        /** @description What a change of a release would do. A user is matched when the update check offers that release as an update. `before` is null when the request creates, `after` when it deletes; the id and the times of `after` are not final. */
        ReleasePreview: {
            after: components["schemas"]["AppVersion"] | null;
            before: components["schemas"]["AppVersion"] | null;
            reach: components["schemas"]["Reach"];
            /** @description Remarks on what may surprise. */
            warnings: string[];
        };
        /** @description The report of one user. */
        Report: {
            /**
             * Format: date-time
             * @description When it was reported.
             */
            createdAt: string;
            /** @description The id of the thing that is reported. */
            entityId: number;
            /**
             * @description The kind of thing that is reported.
             * @enum {string}
             */
            entityType: "review" | "comment" | "post";
            /** @description A note for the moderators. */
            note: string | null;
            /**
             * @description Why it is reported.
             * @enum {string}
             */
            reason: "spam" | "abuse" | "off_topic" | "personal_data" | "other";
        };
        /** @description A report. */
        ReportCreate: {
            /** @description The id of the thing that you report. */
            entityId: number;
            /**
             * @description The kind of thing that you report.
             * @enum {string}
             */
            entityType: "review" | "comment" | "post";
            /** @description A note for the moderators. */
            note?: string | null;
            /**
             * @description Why you report it.
             * @enum {string}
             */
            reason: "spam" | "abuse" | "off_topic" | "personal_data" | "other";
        };
        /** @description The content as it is now; null when it was deleted. */
        ReportedContent: {
            /** @description The author. */
            authorId: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description Addresses of the pictures of a review. */
            images: string[];
            /** @description The rating of a review. */
            rating: number | null;
            /**
             * @description The status of a review, or the moderation state of a comment or post.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "visible" | "hidden" | "removed";
            /** @description The text of the review or comment, or the description of the post. */
            text: string | null;
            /** @description The title of a review or post. */
            title: string | null;
        };
        /** @description One report. */
        ReportEnvelope: {
            data: components["schemas"]["Report"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description All reports of one thing. */
        ReportGroup: {
            content: components["schemas"]["ReportedContent"] | null;
            /** @description The value for `If-Match` of a decision, there in double quotes. */
            contentHash: string | null;
            /** @description The number of users who reported it. */
            count: number;
            /** @description The id of the thing that is reported. */
            entityId: number;
            /**
             * @description The kind of thing that is reported.
             * @enum {string}
             */
            entityType: "review" | "comment" | "post";
            /**
             * Format: date-time
             * @description The time of the first report.
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description The time of the last report.
             */
            lastAt: string;
            /** @description The number of reports with each reason. */
            reasons: {
                /** @description Reports as abuse. */
                abuse: number;
                /** @description Reports as off topic. */
                off_topic: number;
                /** @description Reports for another reason. */
                other: number;
                /** @description Reports of personal data. */
                personal_data: number;
                /** @description Reports as spam. */
                spam: number;
            };
            /**
             * @description The decision of the moderators; `open` before.
             * @enum {string}
             */
            state: "open" | "dismissed" | "removed";
        };
        /** @description All reports of one thing. */
        ReportGroupEnvelope: {
            data: components["schemas"]["ReportGroup"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A page of reported things. */
        ReportGroupPage: {
            /** @description The records of this page. */
            data: components["schemas"]["ReportGroup"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The decision on all reports of one thing. */
        ReportResolution: {
            /** @description Why, for the audit log and the author of a review. */
            reason?: string | null;
            /**
             * @description Whether the content stays (`dismissed`) or is `removed`; `open` takes the last decision back.
             * @enum {string}
             */
            resolution: "open" | "dismissed" | "removed";
        };
        /** @description The code and the new password. */
        ResetConfirm: {
            /** @description 8 to 128 characters, not easy to guess for someone who knows the account, its project and its apps */
            newPassword: string;
            /** @description The code that the phone received. */
            otp: string;
            /** @description A phone number with its country code, in any common spelling, such as +966 50 123 4567. */
            phone: string;
            /** @description Else X-Project-ID, else the default project. */
            projectId?: number;
        };
        /** @description A review of an item. */
        Review: {
            /** @description The text of the review. */
            comment: string | null;
            /** @description For staff: the value for `If-Match` of a decision, there in double quotes */
            contentHash?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its author last changed it; null when that never happened.
             */
            editedAt: string | null;
            /** @description In full for the guest who just left it and for staff */
            guestEmail: string | null;
            /** @description The name that a guest gave. */
            guestName: string | null;
            /** @description The id of the review. */
            id: number;
            /** @description Addresses of pictures. */
            images: string[];
            /** @description Whether a guest wrote the review. */
            isGuest: boolean;
            /** @description The id of the item in the system that keeps it. */
            itemId: number;
            /**
             * @description The kind of the item.
             * @enum {string}
             */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description The project that it belongs to. */
            projectId: number;
            /** @description From 1 (bad) to 5 (good). */
            rating: number;
            /**
             * @description Whether a signed-in user or a guest wrote it.
             * @enum {string}
             */
            source: "authenticated" | "email_guest";
            /**
             * @description The decision of the moderators; everyone sees approved reviews only.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** @description The moderator’s reason for the last decision; for the author and staff */
            statusReason: string | null;
            /** @description The title of the review. */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description The author: the id of a user, or such as `operator:7`. */
            userId: string;
        };
        /** @description A new review. */
        ReviewCreate: {
            /** @description The text of the review. */
            comment?: string | null;
            /**
             * Format: email
             * @description Required without a token, and without effect with one
             */
            guestEmail?: string | null;
            /** @description Without effect with a token */
            guestName?: string | null;
            /** @description Addresses of pictures, at most 10. */
            images?: string[] | null;
            /** @description The id of the item in the system that keeps it. */
            itemId: number;
            /**
             * @description The kind of the item.
             * @enum {string}
             */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description From 1 (bad) to 5 (good). */
            rating: number;
            /** @description The title of the review. */
            title?: string | null;
        };
        /** @description One review. */
        ReviewEnvelope: {
            data: components["schemas"]["Review"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A page of reviews. */
        ReviewPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Review"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The changes of a review; absent fields stay. */
        ReviewPatch: {
            /** @description The text of the review. */
            comment?: string | null;
            /** @description Addresses of pictures, at most 10. */
            images?: string[] | null;
            /** @description From 1 (bad) to 5 (good). */
            rating?: number;
            /** @description The title of the review. */
            title?: string | null;
        };
        /** @description The approved reviews of an item in numbers. */
        ReviewStats: {
            /** @description The average of the approved reviews; 0 when there are none. */
            averageRating: number;
            /** @description The number of approved reviews with each rating. */
            distribution: {
                /** @description Reviews with rating 1. */
                1: number;
                /** @description Reviews with rating 2. */
                2: number;
                /** @description Reviews with rating 3. */
                3: number;
                /** @description Reviews with rating 4. */
                4: number;
                /** @description Reviews with rating 5. */
                5: number;
            };
            /** @description The id of the item in the system that keeps it. */
            itemId: number;
            /**
             * @description The kind of the item.
             * @enum {string}
             */
            itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            /** @description The number of approved reviews. */
            totalReviews: number;
        };
        /** @description The reviews of an item in numbers. */
        ReviewStatsEnvelope: {
            data: components["schemas"]["ReviewStats"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The decision on a review. */
        ReviewStatusChange: {
            /** @description Why, for the author. */
            reason?: string | null;
            /**
             * @description The decision; it may be in the query instead.
             * @enum {string}
             */
            status?: "pending" | "approved" | "rejected";
        };
        /** @description The sessions of the user are ended. */
        RevokedSessions: {
            /** @description How many sessions were ended. */
            revoked: number;
        };
        /** @description A new roadmap item. */
        RoadmapCreate: {
            /** @description Any word that groups the items. */
            category?: string | null;
            /** @description What is planned, in full. */
            description?: string | null;
            /** @description Its position among the items of its status; the last one when not given */
            position?: number;
            /** @description The feature request that it answers */
            postId?: number | null;
            /**
             * @description How far it has got.
             * @default planned
             * @enum {string}
             */
            status?: "planned" | "in_progress" | "completed";
            /**
             * Format: date
             * @description The day on which it should be done, such as 2026-01-31.
             */
            targetDate?: string | null;
            /** @description What is planned, in one line. */
            title: string;
        };
        /** @description A planned change. */
        RoadmapItem: {
            /** @description A word that groups the items. */
            category: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The author, such as `operator:7`. */
            createdBy: string;
            /** @description What is planned, in full. */
            description: string | null;
            /** @description The id of the item. */
            id: number;
            /** @description Its position among the items of its status. */
            position: number;
            /** @description The feature request that it answers. */
            postId: number | null;
            /** @description The project that it belongs to. */
            projectId: number;
            /**
             * @description How far it has got.
             * @enum {string}
             */
            status: "planned" | "in_progress" | "completed";
            /**
             * Format: date
             * @description The day on which it should be done.
             */
            targetDate: string | null;
            /** @description What is planned, in one line. */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A page of the roadmap. */
        RoadmapList: {
            /** @description The records of this page. */
            data: components["schemas"]["RoadmapItem"][];
            /** @description What happened, for people; the wording may change. */
            message: string;
            pagination: components["schemas"]["Pagination"];
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The changes of a roadmap item; absent fields stay. */
        RoadmapPatch: {
            /** @description Any word that groups the items. */
            category?: string | null;
            /** @description What is planned, in full. */
            description?: string | null;
            /** @description Its position among the items of its status; the last one when not given */
            position?: number;
            /** @description The feature request that it answers */
            postId?: number | null;
            /**
             * @description How far it has got.
             * @enum {string}
             */
            status?: "planned" | "in_progress" | "completed";
            /**
             * Format: date
             * @description The day on which it should be done, such as 2026-01-31.
             */
            targetDate?: string | null;
            /** @description What is planned, in one line. */
            title?: string;
        };
        /** @description One roadmap item. */
        RoadmapReply: {
            data: components["schemas"]["RoadmapItem"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A step of a rollout. */
        RolloutStep: {
            /**
             * Format: date-time
             * @description From when on.
             */
            at: string;
            /** @description The percent of the phones from then on; not below the step before. */
            percent: number;
        };
        /** @description A step of a rollout. */
        RolloutStepInput: {
            /**
             * Format: date-time
             * @description From when on.
             */
            at: string;
            /** @description The percent of the phones from then on; not below the step before. */
            percent: number;
        };
        /** @description A named list of conditions that the rules of one app share. */
        Segment: {
            /** @description The conditions; all must be true. */
            conditions: components["schemas"]["FlagCondition"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The id of the segment. */
            id: number;
            /** @description The key by which rules name the segment. */
            key: string;
            /** @description What the segment is for. */
            name: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description A new segment. */
        SegmentCreate: {
            /** @description The conditions; all must be true. */
            conditions: components["schemas"]["FlagConditionInput"][];
            /** @description The key by which rules name the segment. */
            key: string;
            /** @description What the segment is for. */
            name?: string | null;
        };
        /** @description The changes of a segment; absent fields stay. */
        SegmentPatch: {
            /** @description The conditions; all must be true. */
            conditions?: components["schemas"]["FlagConditionInput"][];
            /** @description What the segment is for. */
            name?: string | null;
        };
        /** @description What a change of a segment would do. A user is matched when one of the flags that name it is on. `before` is null when the request creates, `after` when it deletes; the id and the times of `after` are not final. */
        SegmentPreview: {
            after: components["schemas"]["Segment"] | null;
            before: components["schemas"]["Segment"] | null;
            reach: components["schemas"]["Reach"];
            /** @description Remarks on what may surprise. */
            warnings: string[];
        };
        /** @description A sign-in of a user or an operator on one device. */
        Session: {
            /** @description The network that used it last, such as `203.0.113.0/24`; null when unknown. */
            address: string | null;
            /**
             * Format: date-time
             * @description When the user signed in.
             */
            createdAt: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /** @description The name of `X-Device-Name`, else the family of the user agent; null when unknown. */
            device: string | null;
            /**
             * Format: uuid
             * @description The id of the session.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the tokens were last refreshed.
             */
            lastUsedAt: string;
        };
        /** @description Where the user or operator is signed in. */
        SessionList: {
            /** @description The live sessions, the last used one first. */
            data: components["schemas"]["Session"][];
        };
        /** @description The refresh token of a user. */
        SessionRefresh: {
            /** @description The project of the session, as X-Project-ID; may be left out. */
            projectId?: number;
            /** @description The refresh token of the last answer. */
            refresh_token: string;
        };
        /** @description The changes of the settings; absent fields stay. */
        SettingsPatch: {
            /** @description One of the languages of the project, such as `ar`. */
            language?: string;
            /** @description Whether the user wants notifications. */
            notifications?: boolean;
        };
        /** @description The user and the tokens of a new session. */
        SignedIn: {
            tokens: components["schemas"]["Tokens"];
            user: components["schemas"]["User"];
        };
        /** @description What to sign out of; without fields the session of the access token. */
        SignOut: {
            /** @description Whether to end all sessions of the user; needs an access token. */
            all?: boolean;
            /** @description A refresh token of the session, in place of an access token. */
            refresh_token?: string;
        };
        /** @description The content of the project in numbers. */
        Statistics: {
            /** @description Includes entries that are not published yet */
            changelog: {
                /** @description The number in all. */
                total: number;
            };
            /** @description The number of comments. */
            comments: {
                /** @description The number in all. */
                total: number;
            };
            /** @description The number of favorites. */
            favorites: {
                /** @description The number in all. */
                total: number;
            };
            /**
             * Format: date-time
             * @description When the oldest pending review was written
             */
            oldestPendingAt: string | null;
            /** @description The number of feature requests. */
            posts: {
                /** @description The number of each kind. */
                byCategory: {
                    /** @description Those with `bug`. */
                    bug: number;
                    /** @description Those with `feature`. */
                    feature: number;
                    /** @description Those with `improvement`. */
                    improvement: number;
                    /** @description Those with `other`. */
                    other: number;
                };
                /** @description The number with each status. */
                byStatus: {
                    /** @description Those with `completed`. */
                    completed: number;
                    /** @description Those with `declined`. */
                    declined: number;
                    /** @description Those with `in_progress`. */
                    in_progress: number;
                    /** @description Those with `planned`. */
                    planned: number;
                    /** @description Those with `under_review`. */
                    under_review: number;
                };
                /** @description The number in all. */
                total: number;
            };
            /** @description The number of reviews, in all and by status. */
            reviews: {
                /** @description Those with `approved`. */
                approved: number;
                /** @description Average of the approved reviews, to 2 decimals; 0 when there are none */
                averageRating: number;
                /** @description Those with `pending`. */
                pending: number;
                /** @description Those with `rejected`. */
                rejected: number;
                /** @description The number in all. */
                total: number;
            };
            /** @description The number of roadmap items. */
            roadmap: {
                /** @description The number with each status. */
                byStatus: {
                    /** @description Those with `completed`. */
                    completed: number;
                    /** @description Those with `in_progress`. */
                    in_progress: number;
                    /** @description Those with `planned`. */
                    planned: number;
                };
                /** @description The number in all. */
                total: number;
            };
            /** @description The number of votes. */
            votes: {
                /** @description The number in all. */
                total: number;
            };
        };
        /** @description The content of the project in numbers. */
        StatisticsReply: {
            data: components["schemas"]["Statistics"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description A phone whose code is always the same. */
        TestPhone: {
            /** @description The code that is always valid for this phone; null for an API key without the scope `write`. */
            code: string | null;
            /**
             * Format: date-time
             * @description When it was created; null for a phone of `TEST_PHONES`.
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description When it stops being a test phone; null for never.
             */
            expiresAt: string | null;
            /** @description The phone number in international form. */
            phone: string;
            /** @description The project that it belongs to. */
            projectId: number;
            /**
             * @description `environment`: a phone of the setting `TEST_PHONES`, which no request can change or delete.
             * @enum {string}
             */
            source: "database" | "environment";
        };
        /** @description A new test phone. */
        TestPhoneCreate: {
            /** @description The code that is always valid for this phone. */
            code: string;
            /**
             * Format: date-time
             * @description When it stops being a test phone; null for never.
             */
            expiresAt?: string | null;
            /** @description A phone number with its country code, in any common spelling. */
            phone: string;
        };
        /** @description The tokens of a session. */
        Tokens: {
            /** @description Send it as `Authorization: Bearer …`. */
            accessToken: string;
            /** @description Seconds until the access token expires. */
            expiresIn: number;
            /** @description Exchange it for new tokens when the access token has expired. It is valid once. */
            refreshToken: string;
            /**
             * @description Always `Bearer`.
             * @enum {string}
             */
            tokenType: "Bearer";
        };
        /** @description Proves that the authenticator app has the secret. */
        TotpCode: {
            /** @description The six digits that the authenticator app shows now. */
            code: string;
        };
        /** @description Proves that the operator may remove the second factor. */
        TotpRemoval: {
            /** @description The six digits that the authenticator app shows now, or a recovery code. */
            code: string;
            /** @description The password of the operator. */
            password: string;
        };
        /** @description A new secret, which is shown only once. */
        TotpSetup: {
            /** @description The same as an `otpauth://` address, to show as a QR code. */
            otpauthUrl: string;
            /** @description The secret in Base32, to type into the authenticator app. */
            secret: string;
        };
        /** @description Proves that the operator, not just anyone with the token, begins to set up a second factor. */
        TotpStart: {
            /** @description The password of the operator. */
            password: string;
        };
        /** @description The end of a block. */
        Unblocked: {
            /** @description The author who is not blocked any more. */
            authorId: string;
        };
        /** @description The end of a block. */
        UnblockedEnvelope: {
            data: components["schemas"]["Unblocked"];
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The undo of a change. */
        Undo: {
            /** @description Why, for the audit log. */
            reason?: string | null;
        };
        /** @description A maintenance that will start. */
        UpcomingMaintenance: {
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            endAt: string | null;
            /** @description The id of the maintenance. */
            id: number;
            /** @description The message for users, in Arabic. */
            messageAr: string | null;
            /** @description The message for users, in English. */
            messageEn: string | null;
            /**
             * @description `full`, or `read_only`: the app may still be read.
             * @enum {string}
             */
            mode: "full" | "read_only";
            /**
             * Format: date-time
             * @description When it starts.
             */
            startAt: string;
        };
        /** @description How the app should bring up the update. Only for requests with `installationId`, `osVersion`, `language` or `versionCode`. */
        UpdateAdvice: {
            /**
             * @description The direction of the notes.
             * @enum {string}
             */
            dir: "ltr" | "rtl";
            /**
             * Format: date-time
             * @description From then on the update is forced; null when it is not planned.
             */
            forceAfter: string | null;
            /**
             * @description The language of the notes.
             * @enum {string}
             */
            language: "en" | "ar";
            /**
             * @description How to bring it up: `soft` tells, `flexible` loads in the background, `immediate` asks at once.
             * @enum {string}
             */
            mode: "none" | "soft" | "flexible" | "immediate";
            /** @description What is new in the offered release. */
            notes: string | null;
            /** @description How urgent the offered release is. */
            priority: number;
            /** @description The hours for which the person may put it off; 0 when the update is forced. */
            remindAfterHours: number;
            /** @description How far the newest release has come. */
            rollout: {
                /** @description Whether it is offered to this phone. */
                included: boolean;
                /** @description The percent of the phones that the newest release is offered to. */
                percent: number;
            };
        };
        /** @description Whether there is an update, and whether it is forced. */
        UpdateCheck: {
            /** @description What is new in the newest release. */
            changelog: string | null;
            /** @description The version that the request named; null without one. */
            currentVersion: string | null;
            /** @description Whether the update is forced. */
            forceUpdate: boolean;
            /** @description The newest active release. */
            latestVersion: string;
            /** @description The code of the newest active release. */
            latestVersionCode: number;
            /** @description The lowest version that may still be used; null when there is none. */
            minVersion: string | null;
            /**
             * @description The platform that the request named; null without one.
             * @enum {string|null}
             */
            platform: "android" | "ios" | null;
            /**
             * @description Why there is an update, or why it is forced.
             * @enum {string}
             */
            reason: "none" | "newer_release" | "forced_release" | "below_minimum";
            /**
             * @description What the app should do. `update_required`: it must not go on without the update.
             * @enum {string}
             */
            status: "up_to_date" | "update_available" | "update_required" | "unknown";
            /** @description Where to get the update; empty when the app has no address. */
            storeUrl: string;
            update?: components["schemas"]["UpdateAdvice"];
            /** @description Whether there is a newer release. */
            updateAvailable: boolean;
        };
        /** @description A user of phone auth. */
        User: {
            /** @description The address of a picture. No endpoint sets it yet, so that it is null. */
            avatar: string | null;
            /**
             * Format: date-time
             * @description When the user registered.
             */
            createdAt: string;
            /** @description The e-mail address; null when the user gave none. */
            email: string | null;
            /** @description Whether the user has proved the e-mail address. */
            emailVerified: boolean;
            /** @description The first name; null when the user gave none. */
            firstName: string | null;
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /** @description The language of the user. */
            language: string;
            /** @description The last name; null when the user gave none. */
            lastName: string | null;
            /** @description The phone number in international form, such as +966501234567; empty once the user is erased. */
            phone: string;
            /** @description Whether the user has shown a code sent to the phone. */
            phoneVerified: boolean;
            /** @description The project that it belongs to. */
            projectId: number;
            /**
             * @description The role of the user.
             * @enum {string}
             */
            role: "customer" | "driver" | "staff" | "admin" | "pending";
            /**
             * @description Only users who are `active` can sign in.
             * @enum {string}
             */
            status: "active" | "inactive" | "suspended" | "deleted";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        /** @description The reason of an erasure. */
        UserErasure: {
            /** @description Why the user is erased, for the audit log. */
            reason: string;
        };
        /** @description A page of users. */
        UserList: {
            /** @description The users of this page. */
            data: components["schemas"]["User"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The changes of a user; absent fields stay. */
        UserPatch: {
            /**
             * @description The role of the user.
             * @enum {string}
             */
            role?: "customer" | "driver" | "staff" | "admin" | "pending";
            /**
             * @description The status of the user; `deleted` is final.
             * @enum {string}
             */
            status?: "active" | "inactive" | "suspended" | "deleted";
        };
        /** @description The settings of a user. */
        UserSettings: {
            /** @description The language of the user. */
            language: string;
            /** @description Whether the user wants notifications. */
            notifications: boolean;
        };
        /** @description A new release. */
        VersionCreate: {
            /** @description What is new, for users. */
            changelog?: string | null;
            /**
             * Format: date-time
             * @description From then on it is forced.
             */
            forceAfter?: string | null;
            guard?: components["schemas"]["ReleaseGuardInput"] | null;
            /**
             * @description Whether the update check knows the release.
             * @default true
             */
            isActive?: boolean;
            /**
             * @description Whether every older installation must update.
             * @default false
             */
            isForce?: boolean;
            /** @description The oldest operating system that it runs on. */
            minOsVersion?: string | null;
            /** @description Installations below this version must update. */
            minVersion?: string | null;
            notes?: components["schemas"]["ReleaseNotesInput"] | null;
            /**
             * @description The only platform that it is for; null for every platform of the app.
             * @enum {string|null}
             */
            platform?: "android" | "ios" | null;
            /** @description 0 to 5. From 3 on the app may update in the background, at 5 it asks at once. */
            priority?: number;
            /** @description The hours after which a phone may remind of it again. */
            remindAfterHours?: number;
            /** @description The percent of the phones that it is offered to; before the first step, if it has steps. */
            rolloutPercent?: number;
            /**
             * @description A halted release is offered to no phone, and its steps wait.
             * @enum {string}
             */
            rolloutState?: "active" | "halted";
            /** @description The steps in the order of their time; `appstore` is 1, 2, 5, 10, 20, 50 and 100 percent, a day apart. */
            steps?: null | "appstore" | components["schemas"]["RolloutStepInput"][];
            /** @description Where to get this release, when it differs from the address of the app. */
            storeUrl?: string | null;
            /** @description A number above that of every earlier release for the same platform. */
            versionCode: number;
            /** @description The version for people, such as 1.4.2. */
            versionName: string;
        };
        /** @description The changes of a release; absent fields stay. */
        VersionPatch: {
            /** @description What is new, for users. */
            changelog?: string | null;
            /**
             * Format: date-time
             * @description From then on it is forced.
             */
            forceAfter?: string | null;
            guard?: components["schemas"]["ReleaseGuardInput"] | null;
            /** @description Whether the update check knows the release. */
            isActive?: boolean;
            /** @description Whether every older installation must update. */
            isForce?: boolean;
            /** @description The oldest operating system that it runs on. */
            minOsVersion?: string | null;
            /** @description Installations below this version must update. */
            minVersion?: string | null;
            notes?: components["schemas"]["ReleaseNotesInput"] | null;
            /**
             * @description The only platform that it is for; null for every platform of the app.
             * @enum {string|null}
             */
            platform?: "android" | "ios" | null;
            /** @description 0 to 5. From 3 on the app may update in the background, at 5 it asks at once. */
            priority?: number;
            /** @description The hours after which a phone may remind of it again. */
            remindAfterHours?: number;
            /** @description The percent of the phones that it is offered to; before the first step, if it has steps. */
            rolloutPercent?: number;
            /**
             * @description A halted release is offered to no phone, and its steps wait.
             * @enum {string}
             */
            rolloutState?: "active" | "halted";
            /** @description The steps in the order of their time; `appstore` is 1, 2, 5, 10, 20, 50 and 100 percent, a day apart. */
            steps?: null | "appstore" | components["schemas"]["RolloutStepInput"][];
            /** @description Where to get this release, when it differs from the address of the app. */
            storeUrl?: string | null;
        };
        /** @description A percent or steps; the other one is removed. */
        VersionRollout: {
            /** @description The percent of the phones from now on. */
            percent?: number;
            /** @description The steps in the order of their time; `appstore` is 1, 2, 5, 10, 20, 50 and 100 percent, a day apart. */
            steps?: null | "appstore" | components["schemas"]["RolloutStepInput"][];
        };
        /** @description The vote of the caller. */
        Vote: {
            /** @description The vote. */
            data: {
                /** @description The id of the post. */
                postId: number;
                /** @description Whether the caller has a vote for the post now. */
                voted: boolean;
                /** @description The number of votes for the post. */
                votesCount: number;
            };
            /** @description What happened, for people; the wording may change. */
            message: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The caller, and what it reaches. */
        Whoami: {
            /** @description The caller as the audit log names it, such as `operator:1` or `key:dk_ab12cd34`. */
            actor: string;
            /** @description The only apps that the API key reaches; null for all. */
            apps: string[] | null;
            /**
             * Format: date-time
             * @description When the API key stops working; null for never, and for a person.
             */
            expiresAt: string | null;
            /** @description The name of the operator or of the API key; null for a user. */
            name: string | null;
            /** @description The only project that the caller reaches; null for all projects. */
            projectId: number | null;
            /** @description The roles of the person; empty for an API key. */
            roles: ("staff" | "admin" | "owner")[];
            /** @description The scopes of the API key; null for a person, whose roles decide. */
            scopes: ("read" | "write" | "feedback" | "users" | "audit" | "operators")[] | null;
        };
    };
    responses: never;
    parameters: {
        /** @description The short name of the app, for clients that drop the path of their base URL. */
        AppInHeader: string;
        /** @description The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone. */
        Device: string;
        /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
        IdempotencyKey: string;
        /** @description The entity tags that were read: 412 when the record has changed since. */
        IfMatch: string;
        /** @description The ETag of a stored answer: 304 when it is still current. */
        IfNoneMatch: string;
        /** @description The `id` of the last event that was received. An `EventSource` sends it when it connects again, and gets what it has missed. */
        LastEventId: string;
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
        /** @description The token that names this device at the next sign-in. Keep it like a password. */
        "X-Diwan-Device": string;
        /** @description The fields of the body that were dropped, because the request does not have them; at most 20. */
        "X-Ignored-Fields": string;
        /** @description The names of the query that were dropped, because the request does not have them; at most 20. */
        "X-Ignored-Parameters": string;
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
    getSigningKeys: {
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
                        /** @description The keys, as RFC 7517 describes them. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    openAccountDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the project. */
                projectId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Only the keys of this project. */
                projectId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The keys. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created. A new API key, with the key itself. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the key. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listApps: {
        parameters: {
            query?: {
                /** @description Only the apps of this project. */
                projectId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The apps. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppCreate"];
            };
        };
        responses: {
            /** @description Created. A mobile app with all that its owners see. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppPatch"];
            };
        };
        responses: {
            /** @description Done. A mobile app with all that its owners see. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The analytics of an app. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Only changes with a lower id: the `nextBefore` of the page before. */
                before?: number;
                /** @description At most 100; more counts as 100. */
                limit?: number;
                /** @description Only changes of this part of the app, such as `flag:checkout`, `segment:beta`, `version:20` or `maintenance:3`. */
                subject?: string;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A page of the changes of an app. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changes"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    undoChange: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the change. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Undo"];
            };
        };
        responses: {
            /** @description Done. A change of an app, or of its flags, segments, versions or maintenance. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listFlagsWithAge: {
        parameters: {
            query?: {
                /** @description Only the flags that are stale. */
                stale?: boolean;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The flags. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgedFeatureFlag"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createFlag: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagCreate"];
            };
        };
        responses: {
            /** @description The dry run. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.diwan.dry-run+json": components["schemas"]["FlagPreview"];
                };
            };
            /** @description Created. A feature flag with all that its owners see. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getFlag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key of the flag. */
                flagKey: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A feature flag with all that its owners see. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateFlag: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The key of the flag. */
                flagKey: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagPatch"];
            };
        };
        responses: {
            /** @description Done. A feature flag with all that its owners see. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteFlag: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The key of the flag. */
                flagKey: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run. */
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
                    "application/vnd.diwan.dry-run+json": components["schemas"]["FlagPreview"];
                };
            };
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listFlags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The flags. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    copyFlags: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagCopy"];
            };
        };
        responses: {
            /** @description Done. The keys of what a copy changed. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CopiedFlags"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setMaintenance: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenancePut"];
            };
        };
        responses: {
            /** @description Done. The maintenance event that was started or ended; null when maintenance was off already. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteMaintenance: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the maintenance. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run. */
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
                    "application/vnd.diwan.dry-run+json": components["schemas"]["MaintenancePreview"];
                };
            };
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listMaintenanceEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The maintenance events. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The segments. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentCreate"];
            };
        };
        responses: {
            /** @description The dry run. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.diwan.dry-run+json": components["schemas"]["SegmentPreview"];
                };
            };
            /** @description Created. A named list of conditions that the rules of one app share. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key of the segment. */
                key: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A named list of conditions that the rules of one app share. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The key of the segment. */
                key: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentPatch"];
            };
        };
        responses: {
            /** @description Done. A named list of conditions that the rules of one app share. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The key of the segment. */
                key: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dry run. */
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
                    "application/vnd.diwan.dry-run+json": components["schemas"]["SegmentPreview"];
                };
            };
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The releases. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    publishVersion: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionCreate"];
            };
        };
        responses: {
            /** @description The dry run. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.diwan.dry-run+json": components["schemas"]["ReleasePreview"];
                };
            };
            /** @description Created. A release of an app. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the release. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A release of an app. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateVersion: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the release. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionPatch"];
            };
        };
        responses: {
            /** @description Done. A release of an app. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    haltVersion: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the release. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A release of an app. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resumeVersion: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the release. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A release of an app. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    rollBackVersion: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the release. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A release of an app. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setRollout: {
        parameters: {
            query?: {
                /** @description Answers what the request would change and whom it would reach, with status 200, and writes nothing. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the release. */
                id: number;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionRollout"];
            };
        };
        responses: {
            /** @description Done. A release of an app. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAdoption: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. How far each version of an app has spread. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Adoption"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only this action, such as `version.published`. */
                action?: string;
                /** @description Only the acts of this actor, such as `operator:1`, `key:dk_ab12cd34`, `user:<uuid>` or `system:retention`. */
                actor?: string;
                /** @description Only rows with a lower id: the `nextBefore` of the page before. */
                before?: number;
                /** @description Only acts at this time or later. */
                from?: string;
                /** @description At most 100; more counts as 100. */
                limit?: number;
                /** @description Only the acts in this project. */
                projectId?: number;
                /** @description Words of actor, action, subject, target or details, all of which must be found. */
                q?: string;
                /** @description Only acts on this subject, such as `app:souq`, which includes its versions, flags and maintenance. */
                subject?: string;
                /** @description Only acts on this part of a subject, such as `flag:checkout` or `version:20`. */
                target?: string;
                /** @description Only acts before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A page of the audit log. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listCommentsForModeration: {
        parameters: {
            query?: {
                /** @description Only what this author wrote: a UUID, operator:<id>, or for reviews guest:<email>. */
                authorId?: string;
                /** @description Only comments on the thing with this id. */
                entityId?: number;
                /** @description Only comments on this kind of thing. */
                entityType?: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description Only what was created at this time or later. */
                from?: string;
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Words of the text, all of which must be found. */
                q?: string;
                /** @description The order; without it, the oldest first among the pending ones, else the newest. */
                sort?: "newest" | "oldest";
                /** @description Only comments in this moderation state. */
                status?: "visible" | "pending" | "hidden" | "removed";
                /** @description Only what was created before this time. */
                to?: string;
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
            /** @description Done. A page of comments. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeratedCommentPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getCommentForModeration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. One comment. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeratedCommentEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setCommentStatus: {
        parameters: {
            query?: {
                /** @description Why, for the audit log; it may be in the body instead. */
                reason?: string;
                /** @description The decision; it may be in the body instead. */
                status?: "visible" | "pending" | "hidden" | "removed";
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CommentStatusChange"];
            };
        };
        responses: {
            /** @description Done. One comment. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeratedCommentEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    decideMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModerationDecisions"];
            };
        };
        responses: {
            /** @description Done. The result of each decision. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionsReply"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listPostsForModeration: {
        parameters: {
            query?: {
                /** @description Only what this author wrote: a UUID, operator:<id>, or for reviews guest:<email>. */
                authorId?: string;
                /** @description Only posts of this kind. */
                category?: "bug" | "feature" | "improvement" | "other";
                /** @description Only what was created at this time or later. */
                from?: string;
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description Only posts in this moderation state. */
                moderation?: "visible" | "pending" | "hidden" | "removed";
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Words of title or description, all of which must be found */
                q?: string;
                /** @description The order of the list; `trending` prefers recent votes. */
                sort?: "votes" | "newest" | "oldest" | "comments" | "trending";
                /** @description Only posts with this status. */
                status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
                /** @description Only what was created before this time. */
                to?: string;
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
            /** @description Done. A page of feature requests. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setPostStatus: {
        parameters: {
            query?: {
                /** @description A text for the mail to the author and the voters; it may be in the body instead. */
                reason?: string;
                /** @description The new status; it may be in the body instead. */
                status?: "under_review" | "planned" | "in_progress" | "completed" | "declined";
            };
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PostStatusChange"];
            };
        };
        responses: {
            /** @description Done. One feature request. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The projects. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectCreate"];
            };
        };
        responses: {
            /** @description Created. A project with its settings. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A project with its settings. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description Done. A project with its settings. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The operators. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorCreate"];
            };
        };
        responses: {
            /** @description Created. An operator: staff or admin of a project. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
                /** @description The id of the operator. */
                operatorId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorPatch"];
            };
        };
        responses: {
            /** @description Done. An operator: staff or admin of a project. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resetOperatorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
                /** @description The id of the operator. */
                operatorId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. An operator: staff or admin of a project. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unlockOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
                /** @description The id of the operator. */
                operatorId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. An operator: staff or admin of a project. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listTestPhones: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The test phones. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createTestPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestPhoneCreate"];
            };
        };
        responses: {
            /** @description Created. A phone whose code is always the same. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteTestPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                id: number;
                /** @description The phone number, in any common spelling. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listReportGroups: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
                page?: number;
                /** @description `open` reports wait for a moderator. */
                state?: "open" | "dismissed" | "removed";
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
            /** @description Done. A page of reported things. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportGroupPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReportGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the thing that is reported. */
                entityId: number;
                /** @description The kind of thing that is reported. */
                entityType: "review" | "comment" | "post";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. All reports of one thing. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportGroupEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resolveReports: {
        parameters: {
            query?: never;
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the thing that is reported. */
                entityId: number;
                /** @description The kind of thing that is reported. */
                entityType: "review" | "comment" | "post";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportResolution"];
            };
        };
        responses: {
            /** @description Done. All reports of one thing. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportGroupEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listReviewsForModeration: {
        parameters: {
            query?: {
                /** @description Only what this author wrote: a UUID, operator:<id>, or for reviews guest:<email>. */
                authorId?: string;
                /** @description Only what was created at this time or later. */
                from?: string;
                /** @description Only reviews of the item with this id. */
                itemId?: number;
                /** @description Only reviews of this kind of item. */
                itemType?: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Words of title, comment, or name or e-mail of the guest, all of which must be found */
                q?: string;
                /** @description Only reviews with this rating. */
                rating?: number;
                /** @description The order; without it, the order of the queue: what waits comes first. */
                sort?: "newest" | "oldest" | "rating";
                /** @description Only reviews with this status. */
                status?: "pending" | "approved" | "rejected";
                /** @description Only what was created before this time. */
                to?: string;
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
            /** @description Done. A page of reviews. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setReviewStatus: {
        parameters: {
            query?: {
                /** @description Why, for the author; it may be in the body instead. */
                reason?: string;
                /** @description The decision; it may be in the body instead. */
                status?: "pending" | "approved" | "rejected";
            };
            header?: {
                /** @description The entity tags that were read: 412 when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReviewStatusChange"];
            };
        };
        responses: {
            /** @description Done. One review. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getStatistics: {
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
            /** @description Done. The content of the project in numbers. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getCaller: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The caller, and what it reaches. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Whoami"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The public information about an app. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    recordEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventReport"];
            };
        };
        responses: {
            /** @description Done. The event is stored. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedEvent"];
                };
            };
            /** @description Created. The event is stored. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    recordEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"];
            };
        };
        responses: {
            /** @description Done. The outcome of each event. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getBootstrap: {
        parameters: {
            query?: {
                /** @description The country of the person, such as `SA`. */
                country?: string;
                /** @description The version that the device runs, such as 1.4.2. Without it the status is unknown. */
                currentVersion?: string;
                /** @description The installation of the app. It decides percentages of flags and rollouts. */
                installationId?: string;
                /** @description The language of the person, such as `ar`. */
                language?: string;
                /** @description The version of the operating system. */
                osVersion?: string;
                /** @description The platform of the device; may be left out. */
                platform?: "android" | "ios";
                /** @description The signed-in user. */
                userId?: string;
                /** @description The code of the build that the device runs, such as 42 or 1.2.3. It decides between builds of one version. */
                versionCode?: string;
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. All that an app reads at its start. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description The newest position that the client has seen; by default the present one. */
                since?: number;
            };
            header?: {
                /** @description The `id` of the last event that was received. An `EventSource` sends it when it connects again, and gets what it has missed. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream. */
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
                    "text/event-stream": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getFlags: {
        parameters: {
            query?: {
                /** @description The country of the person, such as `SA`. */
                country?: string;
                /** @description The version that the device runs, such as 1.4.2. */
                currentVersion?: string;
                /** @description The installation of the app. It decides percentages of flags and rollouts. */
                installationId?: string;
                /** @description The language of the person, such as `ar`. */
                language?: string;
                /** @description The version of the operating system. */
                osVersion?: string;
                /** @description The platform of the device. */
                platform?: string;
                /** @description The signed-in user. */
                userId?: string;
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The feature flags of an app by key. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    checkGate: {
        parameters: {
            query?: {
                /** @description The country of the person, such as `SA`. */
                country?: string;
                /** @description The version that the device runs, such as 1.4.2. */
                currentVersion?: string;
                /** @description The installation of the app. It decides percentages of flags and rollouts. */
                installationId?: string;
                /** @description The language of the person, such as `ar`. */
                language?: string;
                /** @description The method of the guarded request. A read-only maintenance refuses those that write. */
                method?: string;
                /** @description The version of the operating system. */
                osVersion?: string;
                /** @description The platform of the device. */
                platform?: string;
                /** @description The signed-in user. */
                userId?: string;
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getMaintenance: {
        parameters: {
            query?: {
                /** @description The country of the person, such as `SA`. */
                country?: string;
                /** @description The version that the device runs, such as 1.4.2. */
                currentVersion?: string;
                /** @description The installation of the app. It decides percentages of flags and rollouts. */
                installationId?: string;
                /** @description The language of the person, such as `ar`. */
                language?: string;
                /** @description The version of the operating system. */
                osVersion?: string;
                /** @description The platform of the device. */
                platform?: string;
                /** @description The signed-in user. */
                userId?: string;
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. Whether the app is under maintenance, with the message for users. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    evaluateAllFlags: {
        parameters: {
            query?: {
                /** @description `sse` adds the address of the stream of changes to the answer. */
                stream?: string;
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagEvaluation"];
            };
        };
        responses: {
            /** @description Done. The values of all flags of an app for one request. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluatedFlags"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    evaluateOneFlag: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The key of the flag. */
                key: string;
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagEvaluation"];
            };
        };
        responses: {
            /** @description Done. The value of a flag for one request. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluatedFlag"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    checkUpdate: {
        parameters: {
            query?: {
                /** @description The version that the device runs, such as 1.4.2. Without it the status is unknown. */
                currentVersion?: string;
                /** @description The installation of the app. It decides percentages of flags and rollouts. */
                installationId?: string;
                /** @description The language of the person, such as `ar`. */
                language?: string;
                /** @description The version of the operating system. */
                osVersion?: string;
                /** @description The platform of the device; may be left out. */
                platform?: "android" | "ios";
                /** @description The code of the build that the device runs, such as 42 or 1.2.3. It decides between builds of one version. */
                versionCode?: string;
            };
            header?: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The short name of the app, which its addresses contain. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. Whether there is an update, and whether it is forced. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    logoutOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A sentence about what was done. */
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
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The account of the signed-in operator. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateOwnAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone. */
                "X-Diwan-Device"?: components["parameters"]["Device"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnAccountPatch"];
            };
        };
        responses: {
            /** @description Done. The account of the signed-in operator. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone. */
                "X-Diwan-Device"?: components["parameters"]["Device"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordChange"];
            };
        };
        responses: {
            /** @description Done. A sentence about what was done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. Where the user or operator is signed in. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    endOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A sentence about what was done. */
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
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    loginAsOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone. */
                "X-Diwan-Device"?: components["parameters"]["Device"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorLogin"];
            };
        };
        responses: {
            /** @description Done. The tokens of an operator. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Diwan-Device": components["headers"]["X-Diwan-Device"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    refreshOperatorTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorRefresh"];
            };
        };
        responses: {
            /** @description Done. The tokens of an operator. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    enableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description Done. The recovery codes of the operator. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone. */
                "X-Diwan-Device"?: components["parameters"]["Device"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpStart"];
            };
        };
        responses: {
            /** @description Done. A new secret, which is shown only once. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The token that the last sign-in from this device answered: its wrong passwords and codes, and what it is sent, count for it alone. */
                "X-Diwan-Device"?: components["parameters"]["Device"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpRemoval"];
            };
        };
        responses: {
            /** @description Done. A sentence about what was done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listBlocks: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
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
            /** @description Done. A page of blocks. */
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
                    "application/json": components["schemas"]["BlockPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    blockAuthor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The author: a UUID or operator:<id>. */
                authorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. One block. */
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
                    "application/json": components["schemas"]["BlockEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unblockAuthor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The author: a UUID or operator:<id>. */
                authorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The end of a block. */
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
                    "application/json": components["schemas"]["UnblockedEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listChangelogEntries: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Only entries of this kind. */
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
            /** @description Done. A page of the changelog. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createChangelogEntry: {
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
                "application/json": components["schemas"]["ChangelogCreate"];
            };
        };
        responses: {
            /** @description Created. One entry of the changelog. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateChangelogEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangelogPatch"];
            };
        };
        responses: {
            /** @description Done. One entry of the changelog. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteChangelogEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The record was deleted. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listComments: {
        parameters: {
            query: {
                /** @description The id of the thing whose comments are listed. */
                entityId: number;
                /** @description The kind of thing whose comments are listed. */
                entityType: "review" | "post" | "roadmap" | "changelog" | "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description `tree` pages over top-level comments with their replies nested, `flat` over all comments */
                format?: "tree" | "flat";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
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
            /** @description Done. A page of comments. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createComment: {
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
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description Created. One comment. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description Done. One comment. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The record was deleted. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listFavorites: {
        parameters: {
            query?: {
                /** @description Only items of this kind. */
                itemType?: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
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
            /** @description Done. A page of favorites. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    addFavorite: {
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
                "application/json": components["schemas"]["FavoriteCreate"];
            };
        };
        responses: {
            /** @description Done. One favorite. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FavoriteReply"];
                };
            };
            /** @description Created. One favorite. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    removeFavorite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the item in the system that keeps it. */
                itemId: number;
                /** @description The kind of the item. */
                itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. Whether the item is a favorite now. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    toggleFavorite: {
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
                "application/json": components["schemas"]["FavoriteToggle"];
            };
        };
        responses: {
            /** @description Done. Whether the item is a favorite now. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listOwnReviews: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
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
            /** @description Done. A page of reviews. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description Only posts of this kind. */
                category?: "bug" | "feature" | "improvement" | "other";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description Only posts of the caller, who must be signed in */
                mine?: boolean;
                /** @description desc by itself, asc for the sort oldest */
                order?: "asc" | "desc";
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Words of title or description, all of which must be found */
                q?: string;
                /** @description The order of the list; `trending` prefers recent votes. */
                sort?: "votes" | "newest" | "oldest" | "comments" | "trending";
                /** @description Only posts with this status. */
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
            /** @description Done. A page of feature requests. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createPost: {
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
                "application/json": components["schemas"]["PostCreate"];
            };
        };
        responses: {
            /** @description Created. One feature request. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. One feature request. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostPatch"];
            };
        };
        responses: {
            /** @description Done. One feature request. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The record was deleted. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    castVote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request, such as a UUID. The same request, repeated within 24 hours, gets the first answer again, also a refusal, and is not carried out twice; 401, 429 and 5xx are not kept. A key is valid for its project, user (a guest by e-mail), method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The vote of the caller. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    withdrawVote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The vote of the caller. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reportContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportCreate"];
            };
        };
        responses: {
            /** @description Done. One report. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportEnvelope"];
                };
            };
            /** @description Created. One report. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportEnvelope"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description Only reviews of the item with this id. */
                itemId?: number;
                /** @description Only reviews of this kind of item. */
                itemType?: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description desc unless given, and asc with sort=oldest */
                order?: "asc" | "desc";
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Only reviews with this rating. */
                rating?: number;
                /** @description The order of the list. */
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
            /** @description Done. A page of reviews. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createReview: {
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
                "application/json": components["schemas"]["ReviewCreate"];
            };
        };
        responses: {
            /** @description Created. One review. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. One review. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewPatch"];
            };
        };
        responses: {
            /** @description Done. One review. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The record was deleted. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReviewStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the item in the system that keeps it. */
                itemId: number;
                /** @description The kind of the item. */
                itemType: "auction" | "product" | "order" | "driver" | "store" | "group_deal";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The reviews of an item in numbers. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listRoadmapItems: {
        parameters: {
            query?: {
                /** @description Only items of this category. */
                category?: string;
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Only items with this status. */
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
            /** @description Done. A page of the roadmap. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createRoadmapItem: {
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
                "application/json": components["schemas"]["RoadmapCreate"];
            };
        };
        responses: {
            /** @description Created. One roadmap item. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateRoadmapItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoadmapPatch"];
            };
        };
        responses: {
            /** @description Done. One roadmap item. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteRoadmapItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The record was deleted. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description At most 100; more counts as 100 */
                limit?: number;
                /** @description The page to return, from 1. */
                page?: number;
                /** @description Words that must all occur in name or e-mail; or the beginning of the phone, with or without its country code, or its last digits */
                q?: string;
                /** @description Only users with this role. */
                role?: "customer" | "driver" | "staff" | "admin" | "pending";
                /** @description Only users with this status. */
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
            /** @description Done. A page of users. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A user of phone auth. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description Done. A user of phone auth. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserErasure"];
            };
        };
        responses: {
            /** @description Accepted; it happens later. The account is to be deleted. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    exportUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. All data that is stored of a user, without secrets. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExport"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revokeUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The sessions of the user are ended. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unlockUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project of the request; without it, the project of the token, else the default project. */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. A user of phone auth. */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    openDocs: {
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue of error codes. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By status and code. */
                        codes: {
                            /**
                             * @description What the client should do; `retry_same_key` means with the same Idempotency-Key or eventId only.
                             * @enum {string}
                             */
                            action: "fix_request" | "sign_in" | "retry_later" | "retry_same_key" | "contact_support" | "update_app";
                            /** @description The `code` of an error body. */
                            code: string;
                            /** @description A text for people. */
                            meaning: {
                                /** @description In Arabic. */
                                ar: string;
                                /** @description In English. */
                                en: string;
                            };
                            /** @description The HTTP status that it comes with. */
                            status: number;
                        }[];
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
                    "application/json": components["schemas"]["ErrorBody"];
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
                        /**
                         * @description Always `ok`.
                         * @enum {string}
                         */
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
                    "application/json": components["schemas"]["ErrorBody"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    evaluateAllFlagsByHeader: {
        parameters: {
            query?: {
                /** @description `sse` adds the address of the stream of changes to the answer. */
                stream?: string;
            };
            header: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The short name of the app, for clients that drop the path of their base URL. */
                "X-Diwan-App": components["parameters"]["AppInHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagEvaluation"];
            };
        };
        responses: {
            /** @description Done. The values of all flags of an app for one request. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluatedFlags"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    evaluateOneFlagByHeader: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of a stored answer: 304 when it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The short name of the app, for clients that drop the path of their base URL. */
                "X-Diwan-App": components["parameters"]["AppInHeader"];
            };
            path: {
                /** @description The key of the flag. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagEvaluation"];
            };
        };
        responses: {
            /** @description Done. The value of a flag for one request. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluatedFlag"];
                };
            };
            /** @description The copy that the client holds is current. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Ignored-Fields": components["headers"]["X-Ignored-Fields"];
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getOpenApi: {
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReadiness: {
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
                        /**
                         * @description Whether the database answers.
                         * @enum {string}
                         */
                        database: "ok" | "unreachable";
                        /** @description Why the database does not answer, for loopback peers or with the metrics token. */
                        reason?: string;
                        /**
                         * @description Always `ready`.
                         * @enum {string}
                         */
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
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
