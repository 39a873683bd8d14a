import type { OpenApiExamples } from '../platform/openapi/types.ts';

/** Recorded on a real server by `npm run api-examples`; a test sends every request again and compares. Do not edit. */
export const OPENAPI_EXAMPLES: OpenApiExamples = {
  "addFavorite": {
    "body": {
      "itemId": 4711,
      "itemType": "product"
    },
    "answer": {
      "success": true,
      "message": "Favorite added.",
      "data": {
        "id": 1,
        "itemId": 4711,
        "itemType": "product"
      }
    }
  },
  "blockAuthor": {
    "answer": {
      "success": true,
      "message": "Author blocked.",
      "data": {
        "authorId": "operator:1",
        "createdAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "castVote": {
    "answer": {
      "success": true,
      "message": "Vote counted.",
      "data": {
        "postId": 1,
        "voted": true,
        "votesCount": 1
      }
    }
  },
  "changeOwnPassword": {
    "body": {
      "currentPassword": "Larch-Copper-47-Violin",
      "newPassword": "Harbour-Lemon-82-Quartz"
    },
    "answer": {
      "message": "The password is changed. Other sessions have ended."
    }
  },
  "changePassword": {
    "body": {
      "currentPassword": "Larch-Copper-47-Violin",
      "newPassword": "Harbour-Lemon-82-Quartz"
    },
    "answer": {
      "message": "The password is changed. Other devices are signed out."
    }
  },
  "checkGate": {},
  "checkUpdate": {
    "answer": {
      "status": "update_available",
      "updateAvailable": true,
      "forceUpdate": false,
      "reason": "newer_release",
      "currentVersion": "1.3.0",
      "latestVersion": "1.4.2",
      "latestVersionCode": 42,
      "minVersion": "1.2.0",
      "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
      "changelog": "Faster search.",
      "platform": "android"
    }
  },
  "confirmDeletion": {
    "body": {
      "phone": "+966501234567",
      "otp": "482913"
    },
    "answer": {
      "deletesAt": "2026-02-07T20:00:00.000Z"
    }
  },
  "copyFlags": {
    "dryRun": {
      "copied": [
        "new_search"
      ],
      "skipped": [],
      "segments": [
        "testers"
      ]
    },
    "body": {
      "from": "market",
      "keys": [
        "new_search"
      ]
    },
    "answer": {
      "copied": [
        "new_search"
      ],
      "skipped": [],
      "segments": [
        "testers"
      ]
    }
  },
  "createApiKey": {
    "body": {
      "name": "Release pipeline",
      "scopes": [
        "read",
        "write"
      ],
      "apps": [
        "market"
      ],
      "expiresAt": "2030-01-31T20:00:00Z"
    },
    "answer": {
      "id": 1,
      "name": "Release pipeline",
      "prefix": "dk_0a1b2c3d",
      "scopes": [
        "read",
        "write"
      ],
      "projectId": null,
      "apps": [
        "market"
      ],
      "parentId": null,
      "expiresAt": "2030-01-31T20:00:00.000Z",
      "lastUsedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "key": "dk_0a1b2c3d_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    }
  },
  "createApp": {
    "body": {
      "slug": "market",
      "name": "Market",
      "platform": "both",
      "packageName": "com.example.market",
      "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market"
    },
    "answer": {
      "id": 1,
      "projectId": 11,
      "slug": "market",
      "name": "Market",
      "platform": "both",
      "packageName": "com.example.market",
      "currentVersion": "0.0.0",
      "currentVersionCode": 0,
      "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
      "isActive": true,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "createChangelogEntry": {
    "body": {
      "title": "Faster search",
      "content": "Search takes **half the time**.",
      "version": "1.4.2",
      "titleAr": "بحث أسرع",
      "type": "changed",
      "linkedPostIds": [
        1
      ]
    },
    "answer": {
      "success": true,
      "message": "Changelog entry created.",
      "data": {
        "id": 1,
        "title": "Faster search",
        "content": "Search takes **half the time**.",
        "version": "1.4.2",
        "type": "changed",
        "titleAr": "بحث أسرع",
        "contentAr": null,
        "publishedAt": "2026-01-31T20:00:00.000Z",
        "linkedPostIds": [
          1
        ],
        "projectId": 11,
        "createdBy": "operator:2",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "createComment": {
    "body": {
      "entityType": "post",
      "entityId": 1,
      "content": "I would use it every day."
    },
    "answer": {
      "success": true,
      "message": "Comment created.",
      "data": {
        "id": 1,
        "entityType": "post",
        "entityId": 1,
        "content": "I would use it every day.",
        "parentId": null,
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "isDeleted": false,
        "editedAt": null,
        "repliesCount": 0,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "createFlag": {
    "dryRun": {
      "before": null,
      "after": {
        "id": 5,
        "flagKey": "express_checkout",
        "isEnabled": true,
        "description": null,
        "config": null,
        "valueType": "boolean",
        "targeting": null,
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": []
    },
    "body": {
      "flagKey": "new_checkout",
      "isEnabled": true,
      "description": "The new checkout.",
      "config": {
        "steps": 2
      }
    },
    "answer": {
      "id": 1,
      "flagKey": "new_checkout",
      "isEnabled": true,
      "description": "The new checkout.",
      "config": {
        "steps": 2
      },
      "valueType": "boolean",
      "targeting": null,
      "kind": "release",
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "createOperator": {
    "body": {
      "username": "sara.admin",
      "password": "Larch-Copper-47-Violin",
      "email": "sara@example.com",
      "role": "admin"
    },
    "answer": {
      "id": 2,
      "username": "sara.admin",
      "email": "sara@example.com",
      "role": "admin",
      "owner": false,
      "isActive": true,
      "projectId": 11,
      "totp": false,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "createPost": {
    "body": {
      "title": "Dark mode",
      "description": "The app is too bright at night.",
      "category": "feature"
    },
    "answer": {
      "success": true,
      "message": "Post created.",
      "data": {
        "id": 1,
        "title": "Dark mode",
        "description": "The app is too bright at night.",
        "category": "feature",
        "status": "under_review",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "votesCount": 0,
        "commentsCount": 0,
        "projectId": 11,
        "editedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "hasVoted": false
      }
    }
  },
  "createProject": {
    "body": {
      "name": "Second shop"
    },
    "answer": {
      "id": 12,
      "name": "Second shop",
      "isActive": true,
      "settings": {
        "loginMethods": [
          "phone_password",
          "phone_otp",
          "username_password"
        ],
        "registration": true,
        "otp": {
          "length": 6,
          "ttlSeconds": 300
        },
        "contentWriters": "authenticated",
        "onePerAuthor": [],
        "autoHideReports": 3,
        "blockedWords": [],
        "languages": [
          "en",
          "ar"
        ],
        "requireTotp": false,
        "accountDeletionDays": 7,
        "erasedContent": "anonymise"
      },
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "createReview": {
    "body": {
      "itemId": 4711,
      "itemType": "product",
      "rating": 5,
      "title": "Very good",
      "comment": "It arrived after two days.",
      "images": [
        "https://example.com/1.jpg"
      ]
    },
    "answer": {
      "success": true,
      "message": "Review created.",
      "data": {
        "id": 1,
        "itemId": 4711,
        "itemType": "product",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "rating": 5,
        "title": "Very good",
        "comment": "It arrived after two days.",
        "images": [
          "https://example.com/1.jpg"
        ],
        "status": "approved",
        "statusReason": null,
        "guestEmail": null,
        "guestName": null,
        "isGuest": false,
        "source": "authenticated",
        "projectId": 11,
        "editedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "createRoadmapItem": {
    "body": {
      "title": "Dark mode",
      "targetDate": "2030-03-31",
      "category": "design",
      "postId": 1
    },
    "answer": {
      "success": true,
      "message": "Roadmap item created.",
      "data": {
        "id": 1,
        "title": "Dark mode",
        "description": null,
        "status": "planned",
        "category": "design",
        "targetDate": "2030-03-31",
        "position": 0,
        "postId": 1,
        "projectId": 11,
        "createdBy": "operator:2",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "createSegment": {
    "dryRun": {
      "before": null,
      "after": {
        "id": 4,
        "key": "late",
        "name": null,
        "conditions": [
          {
            "attribute": "appVersion",
            "operator": "version_gte",
            "values": [
              "1.4.0"
            ]
          }
        ],
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "No flag names the segment late, so it reaches nobody."
      ]
    },
    "body": {
      "key": "testers",
      "name": "Our testers",
      "conditions": [
        {
          "attribute": "userId",
          "operator": "in",
          "values": [
            "u-81",
            "u-82"
          ]
        }
      ]
    },
    "answer": {
      "id": 1,
      "key": "testers",
      "name": "Our testers",
      "conditions": [
        {
          "attribute": "userId",
          "operator": "in",
          "values": [
            "u-81",
            "u-82"
          ]
        }
      ],
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "createTestPhone": {
    "body": {
      "phone": "+966501234567",
      "code": "482913",
      "expiresAt": null
    },
    "answer": {
      "phone": "+966501234567",
      "code": "482913",
      "source": "database",
      "expiresAt": null,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "decideMany": {
    "body": {
      "items": [
        {
          "entityType": "comment",
          "id": 1,
          "status": "visible"
        },
        {
          "entityType": "post",
          "id": 1,
          "status": "visible"
        }
      ]
    },
    "answer": {
      "success": true,
      "message": "Decisions made.",
      "results": [
        {
          "index": 0,
          "entityType": "comment",
          "id": 1,
          "outcome": "done"
        },
        {
          "index": 1,
          "entityType": "post",
          "id": 1,
          "outcome": "unchanged"
        }
      ]
    }
  },
  "deleteAccount": {
    "body": {
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "deletesAt": "2026-02-07T20:00:00.000Z"
    }
  },
  "deleteChangelogEntry": {
    "answer": {
      "success": true,
      "message": "Changelog entry deleted.",
      "data": {
        "id": 1
      }
    }
  },
  "deleteComment": {
    "answer": {
      "success": true,
      "message": "Comment deleted.",
      "data": {
        "id": 1
      }
    }
  },
  "deleteFlag": {
    "dryRun": {
      "before": {
        "id": 4,
        "flagKey": "old_checkout",
        "isEnabled": false,
        "description": null,
        "config": null,
        "valueType": "boolean",
        "targeting": null,
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "after": null,
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": []
    }
  },
  "deleteMaintenance": {
    "dryRun": {
      "before": {
        "id": 2,
        "isActive": false,
        "state": "announced",
        "messageEn": null,
        "messageAr": null,
        "estimatedEnd": null,
        "startAt": "2030-02-01T01:00:00.000Z",
        "endAt": "2030-02-01T03:00:00.000Z",
        "announceFrom": null,
        "mode": "read_only",
        "platforms": [
          "android"
        ],
        "versions": null,
        "testers": null,
        "endedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "after": null,
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": []
    }
  },
  "deletePost": {
    "answer": {
      "success": true,
      "message": "Post deleted.",
      "data": {
        "id": 1
      }
    }
  },
  "deleteReview": {
    "answer": {
      "success": true,
      "message": "Review deleted.",
      "data": {
        "id": 1
      }
    }
  },
  "deleteRoadmapItem": {
    "answer": {
      "success": true,
      "message": "Roadmap item deleted.",
      "data": {
        "id": 1
      }
    }
  },
  "deleteSegment": {
    "dryRun": {
      "before": {
        "id": 3,
        "key": "unused",
        "name": null,
        "conditions": [
          {
            "attribute": "userId",
            "operator": "in",
            "values": [
              "u-81",
              "u-82"
            ]
          }
        ],
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "after": null,
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "No flag names the segment unused, so it reaches nobody."
      ]
    }
  },
  "deleteTestPhone": {},
  "disableTotp": {
    "body": {
      "password": "Harbour-Lemon-82-Quartz",
      "code": "ab2c-9fkd-x7m3-qq4w"
    },
    "answer": {
      "message": "The second factor is removed."
    }
  },
  "enableTotp": {
    "body": {
      "code": "482913"
    },
    "answer": {
      "recoveryCodes": [
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w",
        "ab2c-9fkd-x7m3-qq4w"
      ]
    }
  },
  "endOperatorSession": {
    "answer": {
      "message": "The session has ended."
    }
  },
  "endSession": {
    "answer": {
      "message": "The session has ended."
    }
  },
  "eraseUser": {
    "body": {
      "reason": "The user asked for it by letter."
    },
    "answer": {
      "deletesAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "evaluateAllFlags": {
    "body": {
      "context": {
        "targetingKey": "8d1f2c6e",
        "platform": "android",
        "appVersion": "1.4.2",
        "userId": "u-81"
      }
    },
    "answer": {
      "flags": [
        {
          "key": "new_checkout",
          "value": true,
          "reason": "STATIC",
          "variant": "on"
        },
        {
          "key": "new_search",
          "value": true,
          "reason": "SPLIT",
          "variant": "on"
        }
      ]
    }
  },
  "evaluateOneFlag": {
    "body": {
      "context": {
        "targetingKey": "8d1f2c6e",
        "platform": "android",
        "appVersion": "1.4.2",
        "userId": "u-81"
      }
    },
    "answer": {
      "key": "new_search",
      "value": true,
      "reason": "SPLIT",
      "variant": "on"
    }
  },
  "exportAccount": {
    "body": {
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "exportedAt": "2026-01-31T20:00:00.000Z",
      "user": {
        "id": "0b9d6f3e-0000-4000-8000-000000000001",
        "phone": "+966501234567",
        "email": "layla@example.com",
        "emailVerified": true,
        "role": "customer",
        "status": "active",
        "firstName": "Layla",
        "lastName": "Hassan",
        "avatar": null,
        "language": "ar",
        "phoneVerified": true,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "account": {
        "verifiedEmail": "layla@example.com",
        "newPhone": null,
        "deletionDueAt": null,
        "deletedAt": null
      },
      "settings": {
        "notifications": true,
        "language": "ar"
      },
      "sessions": [
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000002",
          "method": "registration",
          "device": null,
          "address": "127.0.0.0/24",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "lastUsedAt": "2026-01-31T20:00:00.000Z",
          "expiresAt": "2026-07-30T20:00:00.000Z",
          "revokedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "reviews": [],
      "comments": [],
      "posts": [],
      "votes": [],
      "favorites": [],
      "guestReviews": [],
      "reports": [],
      "refusals": [],
      "blocks": [],
      "roadmap": [],
      "changelog": [],
      "events": [],
      "apps": [],
      "mails": [
        {
          "id": 1,
          "recipient": "layla@example.com",
          "recipientName": null,
          "language": "en",
          "state": "sent",
          "template": "email_code",
          "data": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "settledAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "activity": [
        {
          "id": 14,
          "action": "user.email_proved",
          "subject": "user:0b9d6f3e-0000-4000-8000-000000000001",
          "target": null,
          "address": "127.0.0.0/24",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "accountLog": [
        {
          "id": 10,
          "action": "user.registered",
          "details": {},
          "address": "127.0.0.0/24",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "codes": [
        {
          "purpose": "new_phone",
          "wrongTries": 0,
          "accountTries": 0,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "expiresAt": "2026-07-30T20:00:00.000Z"
        }
      ],
      "codeSends": [],
      "locks": [
        {
          "kind": "otp",
          "failures": 0,
          "lockedUntil": null,
          "changedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "devices": [
        {
          "lastUsedAt": null,
          "expiresAt": "2026-07-30T20:00:00.000Z",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "deviceCodes": [],
      "deviceCodeSends": [],
      "deletions": []
    }
  },
  "exportUser": {
    "answer": {
      "exportedAt": "2026-01-31T20:00:00.000Z",
      "user": {
        "id": "0b9d6f3e-0000-4000-8000-000000000001",
        "phone": "+966501234567",
        "email": "layla@example.com",
        "emailVerified": true,
        "role": "customer",
        "status": "active",
        "firstName": "Layla",
        "lastName": "Hassan",
        "avatar": null,
        "language": "ar",
        "phoneVerified": true,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "account": {
        "verifiedEmail": "layla@example.com",
        "newPhone": null,
        "deletionDueAt": null,
        "deletedAt": null
      },
      "settings": {
        "notifications": true,
        "language": "ar"
      },
      "sessions": [
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000002",
          "method": "registration",
          "device": null,
          "address": "127.0.0.0/24",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "lastUsedAt": "2026-01-31T20:00:00.000Z",
          "expiresAt": "2026-07-30T20:00:00.000Z",
          "revokedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "reviews": [],
      "comments": [],
      "posts": [],
      "votes": [],
      "favorites": [],
      "guestReviews": [],
      "reports": [],
      "refusals": [],
      "blocks": [],
      "roadmap": [],
      "changelog": [],
      "events": [],
      "apps": [],
      "mails": [
        {
          "id": 1,
          "recipient": "layla@example.com",
          "recipientName": null,
          "language": "en",
          "state": "sent",
          "template": "email_code",
          "data": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "settledAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "activity": [
        {
          "id": 14,
          "action": "user.email_proved",
          "subject": "user:0b9d6f3e-0000-4000-8000-000000000001",
          "target": null,
          "address": "127.0.0.0/24",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "accountLog": [
        {
          "id": 10,
          "action": "user.registered",
          "details": {},
          "address": "127.0.0.0/24",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "codes": [
        {
          "purpose": "new_phone",
          "wrongTries": 0,
          "accountTries": 0,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "expiresAt": "2026-07-30T20:00:00.000Z"
        }
      ],
      "codeSends": [],
      "locks": [
        {
          "kind": "account_otp",
          "failures": 0,
          "lockedUntil": null,
          "changedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "devices": [],
      "deviceCodes": [],
      "deviceCodeSends": [],
      "deletions": []
    }
  },
  "finishPhoneChange": {
    "body": {
      "otp": "482913"
    },
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234569",
      "email": "layla@example.com",
      "emailVerified": true,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "en",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getAdoption": {
    "answer": {
      "days": 2,
      "totalUsers": 1,
      "users": [
        {
          "version": "1.4.2",
          "users": 1,
          "share": 1
        }
      ],
      "byDay": [
        {
          "date": "2026-01-29",
          "events": 0,
          "versions": []
        },
        {
          "date": "2026-01-30",
          "events": 0,
          "versions": []
        },
        {
          "date": "2026-01-31",
          "events": 3,
          "versions": [
            {
              "version": "1.4.2",
              "events": 2,
              "share": 0.6667
            },
            {
              "version": null,
              "events": 1,
              "share": 0.3333
            }
          ]
        }
      ]
    }
  },
  "getAnalytics": {
    "answer": {
      "period": "2 days",
      "totalEvents": 3,
      "topEventTypes": [
        {
          "type": "screen_view",
          "count": "2"
        },
        {
          "type": "purchase",
          "count": "1"
        }
      ],
      "recentEvents": [
        {
          "id": 3,
          "eventType": "purchase",
          "userId": null,
          "platform": null,
          "appVersion": null,
          "createdAt": "2026-01-31T20:00:00.000Z"
        },
        {
          "id": 2,
          "eventType": "screen_view",
          "userId": "u-81",
          "platform": "android",
          "appVersion": "1.4.2",
          "createdAt": "2026-01-31T20:00:00.000Z"
        },
        {
          "id": 1,
          "eventType": "screen_view",
          "userId": "u-81",
          "platform": "android",
          "appVersion": "1.4.2",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "byDay": [
        {
          "date": "2026-01-29",
          "count": 0
        },
        {
          "date": "2026-01-30",
          "count": 0
        },
        {
          "date": "2026-01-31",
          "count": 3
        }
      ],
      "byPlatform": [
        {
          "platform": "android",
          "count": 2
        },
        {
          "platform": null,
          "count": 1
        }
      ],
      "byVersion": [
        {
          "version": "1.4.2",
          "count": 2
        },
        {
          "version": null,
          "count": 1
        }
      ],
      "uniqueUsers": 1
    }
  },
  "getApp": {
    "answer": {
      "slug": "market",
      "name": "Market",
      "platform": "both",
      "packageName": "com.example.market",
      "currentVersion": "1.4.2",
      "currentVersionCode": 42,
      "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
      "isActive": true
    }
  },
  "getBootstrap": {
    "answer": {
      "app": {
        "slug": "market",
        "name": "Market",
        "platform": "both",
        "packageName": "com.example.market",
        "currentVersion": "1.4.2",
        "currentVersionCode": 42,
        "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
        "isActive": true
      },
      "version": {
        "status": "update_available",
        "updateAvailable": true,
        "forceUpdate": false,
        "reason": "newer_release",
        "currentVersion": "1.3.0",
        "latestVersion": "1.4.2",
        "latestVersionCode": 42,
        "minVersion": "1.2.0",
        "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
        "changelog": "Faster search.",
        "platform": "android"
      },
      "maintenance": {
        "maintenance": true,
        "messageEn": "We are back at 22:00.",
        "messageAr": "سنعود الساعة 22:00.",
        "estimatedEnd": "2030-01-31T19:00:00.000Z"
      },
      "features": {
        "new_checkout": {
          "enabled": true,
          "config": {
            "steps": 2
          }
        },
        "new_search": {
          "enabled": false,
          "config": null
        }
      },
      "serverTime": "2026-01-31T20:00:00.000Z"
    }
  },
  "getCaller": {
    "answer": {
      "actor": "key:ADMIN_API_KEY",
      "name": "ADMIN_API_KEY",
      "projectId": null,
      "roles": [],
      "scopes": [
        "read",
        "write",
        "feedback",
        "users",
        "audit",
        "operators"
      ],
      "apps": null,
      "expiresAt": null
    }
  },
  "getCommentForModeration": {
    "answer": {
      "success": true,
      "message": "Comment.",
      "data": {
        "id": 1,
        "entityType": "post",
        "entityId": 1,
        "content": "I would use it every evening.",
        "parentId": null,
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "isDeleted": false,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "repliesCount": 0,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "moderation": "visible",
        "contentHash": "fe852c69706ccd4879423145d3a94c34f44751695b4a0173833d348bfd2acf74"
      }
    }
  },
  "getErrors": {
    "answer": {
      "codes": [
        {
          "code": "email_missing",
          "status": 400,
          "meaning": {
            "en": "This account has no e-mail address yet.",
            "ar": "لا يوجد عنوان بريد إلكتروني لهذا الحساب بعد."
          },
          "action": "fix_request"
        }
      ]
    }
  },
  "getFlag": {
    "answer": {
      "id": 1,
      "flagKey": "new_checkout",
      "isEnabled": true,
      "description": "The new checkout.",
      "config": {
        "steps": 2
      },
      "valueType": "boolean",
      "targeting": null,
      "kind": "release",
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getFlags": {
    "answer": {
      "new_checkout": {
        "enabled": true,
        "config": {
          "steps": 2
        }
      },
      "new_search": {
        "enabled": false,
        "config": null
      }
    }
  },
  "getHealth": {
    "answer": {
      "status": "ok"
    }
  },
  "getMaintenance": {
    "answer": {
      "maintenance": true,
      "messageEn": "We are back at 22:00.",
      "messageAr": "سنعود الساعة 22:00.",
      "estimatedEnd": "2030-01-31T19:00:00.000Z",
      "readOnly": false,
      "upcoming": []
    }
  },
  "getOwnAccount": {
    "answer": {
      "id": 2,
      "username": "sara.admin",
      "email": "sara@example.com",
      "role": "admin",
      "roles": [
        "admin"
      ],
      "projectId": 11,
      "totp": false,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "lastLoginAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getPost": {
    "answer": {
      "success": true,
      "message": "Post found.",
      "data": {
        "id": 1,
        "title": "Dark mode",
        "description": "The app is too bright at night.",
        "category": "feature",
        "status": "under_review",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "votesCount": 0,
        "commentsCount": 0,
        "projectId": 11,
        "editedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "hasVoted": false
      }
    }
  },
  "getProfile": {
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234567",
      "email": null,
      "emailVerified": false,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "en",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getProject": {
    "answer": {
      "id": 11,
      "name": "Default project",
      "isActive": true,
      "settings": {
        "loginMethods": [
          "phone_password",
          "phone_otp",
          "username_password"
        ],
        "registration": true,
        "otp": {
          "length": 6,
          "ttlSeconds": 300
        },
        "contentWriters": "authenticated",
        "onePerAuthor": [],
        "autoHideReports": 3,
        "blockedWords": [],
        "languages": [
          "en",
          "ar"
        ],
        "requireTotp": false,
        "accountDeletionDays": 7,
        "erasedContent": "anonymise"
      },
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getPublicConfig": {
    "answer": {
      "projectId": 11,
      "loginMethods": [
        "phone_password",
        "phone_otp",
        "username_password"
      ],
      "registration": true,
      "otp": {
        "length": 6,
        "ttlSeconds": 300,
        "channels": [
          "console"
        ],
        "cooldownSeconds": [
          0,
          60,
          300,
          86400
        ]
      },
      "password": {
        "minLength": 8,
        "maxLength": 128
      },
      "lockout": {
        "attempts": 5,
        "seconds": 900
      },
      "languages": [
        "en",
        "ar"
      ]
    }
  },
  "getReadiness": {
    "answer": {
      "status": "ready",
      "database": "ok"
    }
  },
  "getReportGroup": {
    "answer": {
      "success": true,
      "message": "Reports.",
      "data": {
        "entityType": "post",
        "entityId": 1,
        "count": 1,
        "reasons": {
          "spam": 0,
          "abuse": 0,
          "off_topic": 1,
          "personal_data": 0,
          "other": 0
        },
        "firstAt": "2026-01-31T20:00:00.000Z",
        "lastAt": "2026-01-31T20:00:00.000Z",
        "state": "open",
        "content": {
          "authorId": "0b9d6f3e-0000-4000-8000-000000000001",
          "title": "A dark mode",
          "text": "The app is too bright at night.",
          "images": [],
          "rating": null,
          "status": "visible",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "editedAt": "2026-01-31T20:00:00.000Z"
        },
        "contentHash": "f15bf321111fb153ea262cd8fa248486a1b423a931090aa3af663b6c5cd4aa7f"
      }
    }
  },
  "getReview": {
    "answer": {
      "success": true,
      "message": "Review.",
      "data": {
        "id": 1,
        "itemId": 4711,
        "itemType": "product",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "rating": 4,
        "title": "Very good",
        "comment": "It arrived after two days.",
        "images": [
          "https://example.com/1.jpg"
        ],
        "status": "approved",
        "statusReason": null,
        "guestEmail": null,
        "guestName": null,
        "isGuest": false,
        "source": "authenticated",
        "projectId": 11,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "getReviewStats": {
    "answer": {
      "success": true,
      "message": "Review statistics.",
      "data": {
        "itemType": "product",
        "itemId": 4711,
        "averageRating": 4,
        "totalReviews": 1,
        "distribution": {
          "1": 0,
          "2": 0,
          "3": 0,
          "4": 1,
          "5": 0
        }
      }
    }
  },
  "getSegment": {
    "answer": {
      "id": 1,
      "key": "testers",
      "name": "Our testers",
      "conditions": [
        {
          "attribute": "userId",
          "operator": "in",
          "values": [
            "u-81",
            "u-82"
          ]
        }
      ],
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getSettings": {
    "answer": {
      "notifications": true,
      "language": "en"
    }
  },
  "getSigningKeys": {
    "answer": {
      "keys": [
        {
          "kty": "EC",
          "x": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
          "y": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
          "crv": "P-256",
          "kid": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
          "alg": "ES256",
          "use": "sig"
        }
      ]
    }
  },
  "getStatistics": {
    "answer": {
      "success": true,
      "message": "Statistics read.",
      "data": {
        "reviews": {
          "total": 1,
          "pending": 0,
          "approved": 1,
          "rejected": 0,
          "averageRating": 4
        },
        "posts": {
          "total": 1,
          "byStatus": {
            "under_review": 0,
            "planned": 1,
            "in_progress": 0,
            "completed": 0,
            "declined": 0
          },
          "byCategory": {
            "bug": 0,
            "feature": 1,
            "improvement": 0,
            "other": 0
          }
        },
        "comments": {
          "total": 1
        },
        "votes": {
          "total": 0
        },
        "favorites": {
          "total": 0
        },
        "roadmap": {
          "total": 1,
          "byStatus": {
            "planned": 0,
            "in_progress": 1,
            "completed": 0
          }
        },
        "changelog": {
          "total": 1
        },
        "oldestPendingAt": null
      }
    }
  },
  "getUser": {
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234567",
      "email": "layla@example.com",
      "emailVerified": true,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "ar",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "getVersion": {
    "answer": {
      "id": 2,
      "versionName": "1.5.0",
      "versionCode": 50,
      "minVersion": null,
      "isForce": false,
      "storeUrl": null,
      "changelog": null,
      "isActive": true,
      "platform": "android",
      "rolloutPercent": 0,
      "rolloutState": "active",
      "steps": [
        {
          "at": "2030-02-01T09:00:00.000Z",
          "percent": 10
        },
        {
          "at": "2030-02-02T09:00:00.000Z",
          "percent": 100
        }
      ],
      "haltedAt": null,
      "offeredPercent": 0,
      "forceAfter": null,
      "priority": 3,
      "minOsVersion": "9",
      "notes": {
        "en": "Pay with one tap.",
        "ar": "ادفع بلمسة واحدة."
      },
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "haltVersion": {
    "dryRun": {
      "before": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "active",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": null,
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "halted",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": "2026-01-31T20:00:00.000Z",
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "The release is halted, so it is offered to nobody."
      ]
    },
    "answer": {
      "id": 2,
      "versionName": "1.5.0",
      "versionCode": 50,
      "minVersion": null,
      "isForce": false,
      "storeUrl": null,
      "changelog": null,
      "isActive": true,
      "platform": "android",
      "rolloutPercent": 5,
      "rolloutState": "halted",
      "steps": [],
      "haltedAt": "2026-01-31T20:00:00.000Z",
      "offeredPercent": 0,
      "forceAfter": null,
      "priority": 3,
      "minOsVersion": "9",
      "notes": {
        "en": "Pay with one tap.",
        "ar": "ادفع بلمسة واحدة."
      },
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "listApiKeys": {
    "answer": [
      {
        "id": 1,
        "name": "Release pipeline",
        "prefix": "dk_0a1b2c3d",
        "scopes": [
          "read",
          "write"
        ],
        "projectId": null,
        "apps": [
          "market"
        ],
        "parentId": null,
        "expiresAt": "2030-01-31T20:00:00.000Z",
        "lastUsedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listApps": {
    "answer": [
      {
        "id": 1,
        "projectId": 11,
        "slug": "market",
        "name": "Market",
        "platform": "both",
        "packageName": "com.example.market",
        "currentVersion": "0.0.0",
        "currentVersionCode": 0,
        "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
        "isActive": true,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listAuditLog": {
    "answer": {
      "success": true,
      "message": "Audit log.",
      "data": [
        {
          "id": 2,
          "at": "2026-01-31T20:00:00.000Z",
          "actor": "key:ADMIN_API_KEY",
          "actorName": "ADMIN_API_KEY",
          "projectId": 11,
          "action": "project.changed",
          "subject": "project:11",
          "target": null,
          "before": {
            "name": "Default project",
            "settings": {
              "languages": [
                "en",
                "ar"
              ]
            }
          },
          "after": {
            "name": "Market",
            "settings": {
              "languages": [
                "en",
                "ar"
              ]
            }
          },
          "reason": null,
          "requestId": "0b9d6f3e-0000-4000-8000-000000000003",
          "address": "127.0.0.0/24"
        }
      ],
      "nextBefore": null
    }
  },
  "listBlocks": {
    "answer": {
      "success": true,
      "message": "Blocked authors.",
      "data": [
        {
          "authorId": "operator:1",
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listChangelogEntries": {
    "answer": {
      "success": true,
      "message": "Changelog listed.",
      "data": [
        {
          "id": 1,
          "title": "Faster search",
          "content": "Search takes **half the time**.",
          "version": "1.4.2",
          "type": "changed",
          "titleAr": "بحث أسرع",
          "contentAr": null,
          "publishedAt": "2026-01-31T20:00:00.000Z",
          "linkedPostIds": [
            1
          ],
          "projectId": 11,
          "createdBy": "operator:2",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listChanges": {
    "answer": {
      "success": true,
      "message": "Changes of the app.",
      "data": [
        {
          "id": 58,
          "action": "segment.deleted",
          "target": "segment:unused",
          "actor": "key:ADMIN_API_KEY",
          "actorName": "ADMIN_API_KEY",
          "requestId": "0b9d6f3e-0000-4000-8000-000000000004",
          "before": {
            "name": null,
            "conditions": [
              {
                "attribute": "userId",
                "operator": "in",
                "values": [
                  "u-81",
                  "u-82"
                ]
              }
            ]
          },
          "after": null,
          "canUndo": true,
          "reason": null,
          "undoes": null,
          "createdAt": "2026-01-31T20:00:00.000Z"
        },
        {
          "id": 57,
          "action": "segment.created",
          "target": "segment:unused",
          "actor": "key:ADMIN_API_KEY",
          "actorName": "ADMIN_API_KEY",
          "requestId": "0b9d6f3e-0000-4000-8000-000000000005",
          "before": null,
          "after": {
            "key": "unused",
            "conditions": [
              {
                "attribute": "userId",
                "operator": "in",
                "values": [
                  "u-81",
                  "u-82"
                ]
              }
            ]
          },
          "canUndo": false,
          "reason": null,
          "undoes": null,
          "createdAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "nextBefore": null
    }
  },
  "listComments": {
    "answer": {
      "success": true,
      "message": "Comments found.",
      "data": [
        {
          "id": 1,
          "entityType": "post",
          "entityId": 1,
          "content": "I would use it every day.",
          "parentId": null,
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "isDeleted": false,
          "editedAt": null,
          "repliesCount": 0,
          "projectId": 11,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z",
          "replies": [],
          "hasMoreReplies": false
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listCommentsForModeration": {
    "answer": {
      "success": true,
      "message": "Comments for moderation.",
      "data": [
        {
          "id": 1,
          "entityType": "post",
          "entityId": 1,
          "content": "I would use it every evening.",
          "parentId": null,
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "isDeleted": false,
          "editedAt": "2026-01-31T20:00:00.000Z",
          "repliesCount": 0,
          "projectId": 11,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z",
          "moderation": "visible",
          "contentHash": "fe852c69706ccd4879423145d3a94c34f44751695b4a0173833d348bfd2acf74"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listFavorites": {
    "answer": {
      "success": true,
      "message": "Favorites listed.",
      "data": [
        {
          "id": 1,
          "itemId": 4711,
          "itemType": "product"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listFlags": {
    "answer": [
      {
        "id": 1,
        "flagKey": "new_checkout",
        "isEnabled": true,
        "description": "The new checkout.",
        "config": {
          "steps": 2
        },
        "valueType": "boolean",
        "targeting": null,
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listFlagsWithAge": {
    "answer": [
      {
        "id": 1,
        "flagKey": "new_checkout",
        "isEnabled": true,
        "description": "The new checkout.",
        "config": {
          "steps": 2
        },
        "valueType": "boolean",
        "targeting": null,
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "staleSince": null,
        "reason": null
      },
      {
        "id": 2,
        "flagKey": "new_search",
        "isEnabled": true,
        "description": null,
        "config": null,
        "valueType": "boolean",
        "targeting": {
          "rules": [
            {
              "id": "testers",
              "segments": [
                "testers"
              ],
              "percentage": 50,
              "stickiness": "userId"
            }
          ]
        },
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "staleSince": null,
        "reason": null
      }
    ]
  },
  "listMaintenanceEvents": {
    "answer": [
      {
        "id": 2,
        "isActive": false,
        "state": "announced",
        "messageEn": null,
        "messageAr": null,
        "estimatedEnd": null,
        "startAt": "2030-02-01T01:00:00.000Z",
        "endAt": "2030-02-01T03:00:00.000Z",
        "announceFrom": null,
        "mode": "read_only",
        "platforms": [
          "android"
        ],
        "versions": null,
        "testers": null,
        "endedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      {
        "id": 1,
        "isActive": true,
        "state": "active",
        "messageEn": "We are back at 22:00.",
        "messageAr": "سنعود الساعة 22:00.",
        "estimatedEnd": "2030-01-31T19:00:00.000Z",
        "startAt": null,
        "endAt": null,
        "announceFrom": null,
        "mode": "full",
        "platforms": null,
        "versions": null,
        "testers": {
          "ids": [
            "u-81"
          ]
        },
        "endedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listOperatorSessions": {
    "answer": {
      "data": [
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000006",
          "device": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "lastUsedAt": "2026-01-31T20:00:00.000Z",
          "address": "127.0.0.0/24",
          "current": false
        },
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000007",
          "device": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "lastUsedAt": "2026-01-31T20:00:00.000Z",
          "address": "127.0.0.0/24",
          "current": true
        }
      ]
    }
  },
  "listOperators": {
    "answer": [
      {
        "id": 1,
        "username": "admin",
        "email": null,
        "role": "admin",
        "owner": true,
        "isActive": true,
        "projectId": 11,
        "totp": false,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      {
        "id": 2,
        "username": "sara.admin",
        "email": "sara@example.com",
        "role": "admin",
        "owner": false,
        "isActive": true,
        "projectId": 11,
        "totp": false,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listOwnReviews": {
    "answer": {
      "success": true,
      "message": "Your reviews.",
      "data": [
        {
          "id": 1,
          "itemId": 4711,
          "itemType": "product",
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "rating": 4,
          "title": "Very good",
          "comment": "It arrived after two days.",
          "images": [
            "https://example.com/1.jpg"
          ],
          "status": "approved",
          "statusReason": null,
          "guestEmail": null,
          "guestName": null,
          "isGuest": false,
          "source": "authenticated",
          "projectId": 11,
          "editedAt": "2026-01-31T20:00:00.000Z",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listPosts": {
    "answer": {
      "success": true,
      "message": "Posts found.",
      "data": [
        {
          "id": 1,
          "title": "Dark mode",
          "description": "The app is too bright at night.",
          "category": "feature",
          "status": "under_review",
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "votesCount": 0,
          "commentsCount": 0,
          "projectId": 11,
          "editedAt": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z",
          "hasVoted": false
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listPostsForModeration": {
    "answer": {
      "success": true,
      "message": "Posts found.",
      "data": [
        {
          "id": 1,
          "title": "A dark mode",
          "description": "The app is too bright at night.",
          "category": "feature",
          "status": "under_review",
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "votesCount": 0,
          "commentsCount": 1,
          "projectId": 11,
          "editedAt": "2026-01-31T20:00:00.000Z",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z",
          "moderation": "visible",
          "contentHash": "f15bf321111fb153ea262cd8fa248486a1b423a931090aa3af663b6c5cd4aa7f"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listProjects": {
    "answer": [
      {
        "id": 11,
        "name": "Default project",
        "isActive": true,
        "settings": {
          "loginMethods": [
            "phone_password",
            "phone_otp",
            "username_password"
          ],
          "registration": true,
          "otp": {
            "length": 6,
            "ttlSeconds": 300
          },
          "contentWriters": "authenticated",
          "onePerAuthor": [],
          "autoHideReports": 3,
          "blockedWords": [],
          "languages": [
            "en",
            "ar"
          ],
          "requireTotp": false,
          "accountDeletionDays": 7,
          "erasedContent": "anonymise"
        },
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      {
        "id": 12,
        "name": "Second shop",
        "isActive": true,
        "settings": {
          "loginMethods": [
            "phone_password",
            "phone_otp",
            "username_password"
          ],
          "registration": true,
          "otp": {
            "length": 6,
            "ttlSeconds": 300
          },
          "contentWriters": "authenticated",
          "onePerAuthor": [],
          "autoHideReports": 3,
          "blockedWords": [],
          "languages": [
            "en",
            "ar"
          ],
          "requireTotp": false,
          "accountDeletionDays": 7,
          "erasedContent": "anonymise"
        },
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listReportGroups": {
    "answer": {
      "success": true,
      "message": "Reported content.",
      "data": [
        {
          "entityType": "post",
          "entityId": 1,
          "count": 1,
          "reasons": {
            "spam": 0,
            "abuse": 0,
            "off_topic": 1,
            "personal_data": 0,
            "other": 0
          },
          "firstAt": "2026-01-31T20:00:00.000Z",
          "lastAt": "2026-01-31T20:00:00.000Z",
          "state": "open",
          "content": {
            "authorId": "0b9d6f3e-0000-4000-8000-000000000001",
            "title": "A dark mode",
            "text": "The app is too bright at night.",
            "images": [],
            "rating": null,
            "status": "visible",
            "createdAt": "2026-01-31T20:00:00.000Z",
            "editedAt": "2026-01-31T20:00:00.000Z"
          },
          "contentHash": "f15bf321111fb153ea262cd8fa248486a1b423a931090aa3af663b6c5cd4aa7f"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listReviews": {
    "answer": {
      "success": true,
      "message": "Reviews.",
      "data": [
        {
          "id": 1,
          "itemId": 4711,
          "itemType": "product",
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "rating": 4,
          "title": "Very good",
          "comment": "It arrived after two days.",
          "images": [
            "https://example.com/1.jpg"
          ],
          "status": "approved",
          "statusReason": null,
          "guestEmail": null,
          "guestName": null,
          "isGuest": false,
          "source": "authenticated",
          "projectId": 11,
          "editedAt": "2026-01-31T20:00:00.000Z",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listReviewsForModeration": {
    "answer": {
      "success": true,
      "message": "Reviews for moderation.",
      "data": [
        {
          "id": 1,
          "itemId": 4711,
          "itemType": "product",
          "userId": "0b9d6f3e-0000-4000-8000-000000000001",
          "rating": 4,
          "title": "Very good",
          "comment": "It arrived after two days.",
          "images": [
            "https://example.com/1.jpg"
          ],
          "status": "approved",
          "statusReason": null,
          "guestEmail": null,
          "guestName": null,
          "isGuest": false,
          "source": "authenticated",
          "projectId": 11,
          "editedAt": "2026-01-31T20:00:00.000Z",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z",
          "contentHash": "b2b03a8d0deb924688ac6b8c46e99c91e861e0443bffc73f480c4f484ffd93f0"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listRoadmapItems": {
    "answer": {
      "success": true,
      "message": "Roadmap listed.",
      "data": [
        {
          "id": 1,
          "title": "Dark mode",
          "description": null,
          "status": "planned",
          "category": "design",
          "targetDate": "2030-03-31",
          "position": 0,
          "postId": 1,
          "projectId": 11,
          "createdBy": "operator:2",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listSegments": {
    "answer": [
      {
        "id": 1,
        "key": "testers",
        "name": "Our testers",
        "conditions": [
          {
            "attribute": "userId",
            "operator": "in",
            "values": [
              "u-81",
              "u-82"
            ]
          }
        ],
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listSessions": {
    "answer": {
      "data": [
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000008",
          "device": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "lastUsedAt": "2026-01-31T20:00:00.000Z",
          "address": "127.0.0.0/24",
          "current": false
        },
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000009",
          "device": null,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "lastUsedAt": "2026-01-31T20:00:00.000Z",
          "address": "127.0.0.0/24",
          "current": true
        }
      ]
    }
  },
  "listTestPhones": {
    "answer": [
      {
        "phone": "+966501234567",
        "code": "482913",
        "source": "database",
        "expiresAt": null,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "listUsers": {
    "answer": {
      "data": [
        {
          "id": "0b9d6f3e-0000-4000-8000-000000000001",
          "phone": "+966501234567",
          "email": "layla@example.com",
          "emailVerified": true,
          "role": "customer",
          "status": "active",
          "firstName": "Layla",
          "lastName": "Hassan",
          "avatar": null,
          "language": "ar",
          "phoneVerified": true,
          "projectId": 11,
          "createdAt": "2026-01-31T20:00:00.000Z",
          "updatedAt": "2026-01-31T20:00:00.000Z"
        }
      ],
      "pagination": {
        "page": 1,
        "limit": 20,
        "total": 1,
        "totalPages": 1,
        "hasNext": false,
        "hasPrevious": false
      }
    }
  },
  "listVersions": {
    "answer": [
      {
        "id": 1,
        "versionName": "1.4.2",
        "versionCode": 42,
        "minVersion": "1.2.0",
        "isForce": false,
        "storeUrl": null,
        "changelog": "Faster search.",
        "isActive": true,
        "platform": null,
        "rolloutPercent": 100,
        "rolloutState": "active",
        "steps": [],
        "haltedAt": null,
        "offeredPercent": 100,
        "forceAfter": null,
        "priority": 0,
        "minOsVersion": null,
        "notes": null,
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      }
    ]
  },
  "loginAsOperator": {
    "body": {
      "username": "sara.admin",
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "access": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
      "refresh": "do_0b9d6f3e-0000-4000-8000-000000000007.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    }
  },
  "loginWithCode": {
    "body": {
      "phone": "+966501234567",
      "otp": "482913"
    },
    "answer": {
      "user": {
        "id": "0b9d6f3e-0000-4000-8000-000000000001",
        "phone": "+966501234567",
        "email": null,
        "emailVerified": false,
        "role": "customer",
        "status": "active",
        "firstName": "Layla",
        "lastName": "Hassan",
        "avatar": null,
        "language": "en",
        "phoneVerified": true,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "tokens": {
        "accessToken": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
        "refreshToken": "dr_0b9d6f3e-0000-4000-8000-000000000010.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "tokenType": "Bearer",
        "expiresIn": 3600
      }
    }
  },
  "loginWithPassword": {
    "body": {
      "phone": "+966501234567",
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "user": {
        "id": "0b9d6f3e-0000-4000-8000-000000000001",
        "phone": "+966501234567",
        "email": null,
        "emailVerified": false,
        "role": "customer",
        "status": "active",
        "firstName": "Layla",
        "lastName": "Hassan",
        "avatar": null,
        "language": "en",
        "phoneVerified": true,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "tokens": {
        "accessToken": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
        "refreshToken": "dr_0b9d6f3e-0000-4000-8000-000000000009.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "tokenType": "Bearer",
        "expiresIn": 3600
      }
    }
  },
  "logoutOperator": {
    "answer": {
      "message": "Signed out."
    }
  },
  "proveEmail": {
    "body": {
      "code": "482913"
    },
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234567",
      "email": "layla@example.com",
      "emailVerified": true,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "en",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "publishVersion": {
    "dryRun": {
      "before": null,
      "after": {
        "id": 1,
        "versionName": "1.4.2",
        "versionCode": 42,
        "minVersion": "1.2.0",
        "isForce": false,
        "storeUrl": null,
        "changelog": "Faster search.",
        "isActive": true,
        "platform": null,
        "rolloutPercent": 100,
        "rolloutState": "active",
        "steps": [],
        "haltedAt": null,
        "offeredPercent": 100,
        "forceAfter": null,
        "priority": 0,
        "minOsVersion": null,
        "notes": null,
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": []
    },
    "body": {
      "versionName": "1.4.2",
      "versionCode": 42,
      "minVersion": "1.2.0",
      "changelog": "Faster search.",
      "isForce": false
    },
    "answer": {
      "id": 1,
      "versionName": "1.4.2",
      "versionCode": 42,
      "minVersion": "1.2.0",
      "isForce": false,
      "storeUrl": null,
      "changelog": "Faster search.",
      "isActive": true,
      "platform": null,
      "rolloutPercent": 100,
      "rolloutState": "active",
      "steps": [],
      "haltedAt": null,
      "offeredPercent": 100,
      "forceAfter": null,
      "priority": 0,
      "minOsVersion": null,
      "notes": null,
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "recordEvent": {
    "body": {
      "eventType": "screen_view",
      "userId": "u-81",
      "platform": "android",
      "appVersion": "1.4.2",
      "eventData": {
        "screen": "cart"
      },
      "eventId": "11111111-1111-4111-8111-111111111111"
    },
    "answer": {
      "recorded": true,
      "duplicate": false
    }
  },
  "recordEvents": {
    "body": {
      "events": [
        {
          "eventType": "screen_view",
          "userId": "u-81",
          "platform": "android",
          "appVersion": "1.4.2",
          "eventData": {
            "screen": "cart"
          }
        },
        {
          "eventType": "purchase"
        }
      ]
    },
    "answer": {
      "accepted": 2,
      "duplicates": 0,
      "rejected": 0,
      "results": [
        {
          "index": 0,
          "status": "accepted"
        },
        {
          "index": 1,
          "status": "accepted"
        }
      ]
    }
  },
  "refreshOperatorTokens": {
    "body": {
      "refresh": "do_0b9d6f3e-0000-4000-8000-000000000007.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    },
    "answer": {
      "access": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
      "refresh": "do_0b9d6f3e-0000-4000-8000-000000000007.2.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    }
  },
  "refreshSession": {
    "body": {
      "refresh_token": "dr_0b9d6f3e-0000-4000-8000-000000000009.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    },
    "answer": {
      "accessToken": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
      "refreshToken": "dr_0b9d6f3e-0000-4000-8000-000000000009.2.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "tokenType": "Bearer",
      "expiresIn": 3600
    }
  },
  "removeFavorite": {
    "answer": {
      "success": true,
      "message": "Item is not a favorite.",
      "data": {
        "isFavorite": false,
        "favorite": {
          "id": 1,
          "itemId": 4711,
          "itemType": "product"
        }
      }
    }
  },
  "reportContent": {
    "body": {
      "entityType": "post",
      "entityId": 1,
      "reason": "off_topic",
      "note": "It is about another app."
    },
    "answer": {
      "success": true,
      "message": "Reported.",
      "data": {
        "entityType": "post",
        "entityId": 1,
        "reason": "off_topic",
        "note": "It is about another app.",
        "createdAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "resetOperatorTotp": {
    "answer": {
      "id": 2,
      "username": "sara.admin",
      "email": "sara@example.com",
      "role": "admin",
      "owner": false,
      "isActive": true,
      "projectId": 11,
      "totp": false,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "resetPassword": {
    "body": {
      "phone": "+966501234567",
      "otp": "482913",
      "newPassword": "Larch-Copper-47-Violin"
    },
    "answer": {
      "message": "The password is set. Sign in with it."
    }
  },
  "resolveReports": {
    "body": {
      "resolution": "dismissed"
    },
    "answer": {
      "success": true,
      "message": "Reports dismissed.",
      "data": {
        "entityType": "post",
        "entityId": 1,
        "count": 1,
        "reasons": {
          "spam": 0,
          "abuse": 0,
          "off_topic": 1,
          "personal_data": 0,
          "other": 0
        },
        "firstAt": "2026-01-31T20:00:00.000Z",
        "lastAt": "2026-01-31T20:00:00.000Z",
        "state": "dismissed",
        "content": {
          "authorId": "0b9d6f3e-0000-4000-8000-000000000001",
          "title": "A dark mode",
          "text": "The app is too bright at night.",
          "images": [],
          "rating": null,
          "status": "visible",
          "createdAt": "2026-01-31T20:00:00.000Z",
          "editedAt": "2026-01-31T20:00:00.000Z"
        },
        "contentHash": "f15bf321111fb153ea262cd8fa248486a1b423a931090aa3af663b6c5cd4aa7f"
      }
    }
  },
  "restoreAccount": {
    "body": {
      "phone": "+966501234567",
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "user": {
        "id": "0b9d6f3e-0000-4000-8000-000000000001",
        "phone": "+966501234567",
        "email": "layla@example.com",
        "emailVerified": true,
        "role": "customer",
        "status": "active",
        "firstName": "Layla",
        "lastName": "Hassan",
        "avatar": null,
        "language": "ar",
        "phoneVerified": true,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "tokens": {
        "accessToken": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
        "refreshToken": "dr_0b9d6f3e-0000-4000-8000-000000000011.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "tokenType": "Bearer",
        "expiresIn": 3600
      }
    }
  },
  "resumeVersion": {
    "dryRun": {
      "before": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "active",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": null,
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "active",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": null,
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "The release is offered to 0 percent of the phones.",
        "The steps widen it from 0 to 100 percent until 2030-02-02T09:00:00.000Z; the numbers are those of now."
      ]
    },
    "answer": {
      "id": 2,
      "versionName": "1.5.0",
      "versionCode": 50,
      "minVersion": null,
      "isForce": false,
      "storeUrl": null,
      "changelog": null,
      "isActive": true,
      "platform": "android",
      "rolloutPercent": 5,
      "rolloutState": "active",
      "steps": [],
      "haltedAt": null,
      "offeredPercent": 5,
      "forceAfter": null,
      "priority": 3,
      "minOsVersion": "9",
      "notes": {
        "en": "Pay with one tap.",
        "ar": "ادفع بلمسة واحدة."
      },
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "revokeApiKey": {},
  "revokeUserSessions": {
    "answer": {
      "revoked": 1
    }
  },
  "rollBackVersion": {
    "dryRun": {
      "before": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "active",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": null,
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "halted",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": "2026-01-31T20:00:00.000Z",
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "The release is halted, so it is offered to nobody."
      ]
    },
    "answer": {
      "id": 2,
      "versionName": "1.5.0",
      "versionCode": 50,
      "minVersion": null,
      "isForce": false,
      "storeUrl": null,
      "changelog": null,
      "isActive": true,
      "platform": "android",
      "rolloutPercent": 5,
      "rolloutState": "halted",
      "steps": [],
      "haltedAt": "2026-01-31T20:00:00.000Z",
      "offeredPercent": 0,
      "forceAfter": null,
      "priority": 3,
      "minOsVersion": "9",
      "notes": {
        "en": "Pay with one tap.",
        "ar": "ادفع بلمسة واحدة."
      },
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "sendDeletionCode": {
    "body": {
      "phone": "+966501234567"
    },
    "answer": {
      "message": "If the phone can receive codes, one is on its way.",
      "cooldownSeconds": 60
    }
  },
  "sendEmailCode": {
    "answer": {
      "message": "A code is on its way to the address.",
      "cooldownSeconds": 60
    }
  },
  "sendLoginCode": {
    "body": {
      "phone": "+966501234567"
    },
    "answer": {
      "message": "If the phone can receive codes, one is on its way.",
      "cooldownSeconds": 60
    }
  },
  "sendPasswordResetCode": {
    "body": {
      "phone": "+966501234567"
    },
    "answer": {
      "message": "If the phone can receive codes, one is on its way.",
      "cooldownSeconds": 60
    }
  },
  "sendRegistrationCode": {
    "body": {
      "phone": "+966501234567"
    },
    "answer": {
      "message": "If the phone can receive codes, one is on its way.",
      "cooldownSeconds": 60
    }
  },
  "setCommentStatus": {
    "body": {
      "status": "hidden",
      "reason": "It is an advertisement."
    },
    "answer": {
      "success": true,
      "message": "Comment hidden.",
      "data": {
        "id": 1,
        "entityType": "post",
        "entityId": 1,
        "content": "I would use it every evening.",
        "parentId": null,
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "isDeleted": false,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "repliesCount": 0,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "moderation": "hidden",
        "contentHash": "fe852c69706ccd4879423145d3a94c34f44751695b4a0173833d348bfd2acf74"
      }
    }
  },
  "setMaintenance": {
    "dryRun": {
      "before": null,
      "after": {
        "id": 1,
        "isActive": true,
        "state": "active",
        "messageEn": "We are back at 22:00.",
        "messageAr": "سنعود الساعة 22:00.",
        "estimatedEnd": "2030-01-31T19:00:00.000Z",
        "startAt": null,
        "endAt": null,
        "announceFrom": null,
        "mode": "full",
        "platforms": null,
        "versions": null,
        "testers": {
          "ids": [
            "u-81"
          ]
        },
        "endedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "Clients that tell nothing about the person let no tester in."
      ]
    },
    "body": {
      "isActive": true,
      "messageEn": "We are back at 22:00.",
      "messageAr": "سنعود الساعة 22:00.",
      "estimatedEnd": "2030-01-31T19:00:00Z",
      "testers": {
        "ids": [
          "u-81"
        ]
      }
    },
    "answer": {
      "id": 1,
      "isActive": true,
      "state": "active",
      "messageEn": "We are back at 22:00.",
      "messageAr": "سنعود الساعة 22:00.",
      "estimatedEnd": "2030-01-31T19:00:00.000Z",
      "startAt": null,
      "endAt": null,
      "announceFrom": null,
      "mode": "full",
      "platforms": null,
      "versions": null,
      "testers": {
        "ids": [
          "u-81"
        ]
      },
      "endedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "setPostStatus": {
    "body": {
      "status": "planned",
      "reason": "It comes in spring."
    },
    "answer": {
      "success": true,
      "message": "Status set.",
      "data": {
        "id": 1,
        "title": "A dark mode",
        "description": "The app is too bright at night.",
        "category": "feature",
        "status": "planned",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "votesCount": 0,
        "commentsCount": 1,
        "projectId": 11,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "setReviewStatus": {
    "body": {
      "status": "rejected",
      "reason": "It is about the delivery."
    },
    "answer": {
      "success": true,
      "message": "Review rejected.",
      "data": {
        "id": 1,
        "itemId": 4711,
        "itemType": "product",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "rating": 4,
        "title": "Very good",
        "comment": "It arrived after two days.",
        "images": [
          "https://example.com/1.jpg"
        ],
        "status": "rejected",
        "statusReason": "It is about the delivery.",
        "guestEmail": null,
        "guestName": null,
        "isGuest": false,
        "source": "authenticated",
        "projectId": 11,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "contentHash": "b2b03a8d0deb924688ac6b8c46e99c91e861e0443bffc73f480c4f484ffd93f0"
      }
    }
  },
  "setRollout": {
    "dryRun": {
      "before": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 0,
        "rolloutState": "active",
        "steps": [
          {
            "at": "2030-02-01T09:00:00.000Z",
            "percent": 10
          },
          {
            "at": "2030-02-02T09:00:00.000Z",
            "percent": 100
          }
        ],
        "haltedAt": null,
        "offeredPercent": 0,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 2,
        "versionName": "1.5.0",
        "versionCode": 50,
        "minVersion": null,
        "isForce": false,
        "storeUrl": null,
        "changelog": null,
        "isActive": true,
        "platform": "android",
        "rolloutPercent": 5,
        "rolloutState": "active",
        "steps": [],
        "haltedAt": null,
        "offeredPercent": 5,
        "forceAfter": null,
        "priority": 3,
        "minOsVersion": "9",
        "notes": {
          "en": "Pay with one tap.",
          "ar": "ادفع بلمسة واحدة."
        },
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [
          "osVersion"
        ],
        "method": "exact"
      },
      "warnings": []
    },
    "body": {
      "percent": 5
    },
    "answer": {
      "id": 2,
      "versionName": "1.5.0",
      "versionCode": 50,
      "minVersion": null,
      "isForce": false,
      "storeUrl": null,
      "changelog": null,
      "isActive": true,
      "platform": "android",
      "rolloutPercent": 5,
      "rolloutState": "active",
      "steps": [],
      "haltedAt": null,
      "offeredPercent": 5,
      "forceAfter": null,
      "priority": 3,
      "minOsVersion": "9",
      "notes": {
        "en": "Pay with one tap.",
        "ar": "ادفع بلمسة واحدة."
      },
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "signOut": {
    "body": {
      "all": false
    },
    "answer": {
      "message": "You are signed out."
    }
  },
  "startPhoneChange": {
    "body": {
      "phone": "+966501234569",
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "message": "If the phone can receive codes, one is on its way.",
      "cooldownSeconds": 60
    }
  },
  "startTotp": {
    "body": {
      "password": "Harbour-Lemon-82-Quartz"
    },
    "answer": {
      "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      "otpauthUrl": "otpauth://totp/Diwan:sara.admin?issuer=Diwan&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
    }
  },
  "streamChanges": {},
  "toggleFavorite": {
    "body": {
      "itemId": 4711,
      "itemType": "product",
      "desired": true
    },
    "answer": {
      "success": true,
      "message": "Item is a favorite.",
      "data": {
        "isFavorite": true,
        "favorite": {
          "id": 1,
          "itemId": 4711,
          "itemType": "product"
        }
      }
    }
  },
  "unblockAuthor": {
    "answer": {
      "success": true,
      "message": "Author unblocked.",
      "data": {
        "authorId": "operator:1"
      }
    }
  },
  "undoChange": {
    "dryRun": {
      "before": null,
      "after": {
        "id": 4,
        "key": "unused",
        "name": null,
        "conditions": [
          {
            "attribute": "userId",
            "operator": "in",
            "values": [
              "u-81",
              "u-82"
            ]
          }
        ],
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "No flag names the segment unused, so it reaches nobody."
      ]
    },
    "body": {
      "reason": "The campaign goes on"
    },
    "answer": {
      "id": 59,
      "action": "segment.created",
      "target": "segment:unused",
      "actor": "key:ADMIN_API_KEY",
      "actorName": "ADMIN_API_KEY",
      "requestId": "0b9d6f3e-0000-4000-8000-000000000012",
      "before": null,
      "after": {
        "key": "unused",
        "name": null,
        "conditions": [
          {
            "attribute": "userId",
            "operator": "in",
            "values": [
              "u-81",
              "u-82"
            ]
          }
        ]
      },
      "canUndo": true,
      "reason": "The campaign goes on",
      "undoes": 58,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "unlockOperator": {
    "answer": {
      "id": 2,
      "username": "sara.admin",
      "email": "sara@example.com",
      "role": "admin",
      "owner": false,
      "isActive": true,
      "projectId": 11,
      "totp": false,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "unlockUser": {
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234567",
      "email": "layla@example.com",
      "emailVerified": true,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "ar",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateApp": {
    "body": {
      "name": "Market"
    },
    "answer": {
      "id": 1,
      "projectId": 11,
      "slug": "market",
      "name": "Market",
      "platform": "both",
      "packageName": "com.example.market",
      "currentVersion": "0.0.0",
      "currentVersionCode": 0,
      "storeUrl": "https://play.google.com/store/apps/details?id=com.example.market",
      "isActive": true,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateChangelogEntry": {
    "body": {
      "type": "added"
    },
    "answer": {
      "success": true,
      "message": "Changelog entry updated.",
      "data": {
        "id": 1,
        "title": "Faster search",
        "content": "Search takes **half the time**.",
        "version": "1.4.2",
        "type": "added",
        "titleAr": "بحث أسرع",
        "contentAr": null,
        "publishedAt": "2026-01-31T20:00:00.000Z",
        "linkedPostIds": [
          1
        ],
        "projectId": 11,
        "createdBy": "operator:2",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "updateComment": {
    "body": {
      "content": "I would use it every evening."
    },
    "answer": {
      "success": true,
      "message": "Comment saved.",
      "data": {
        "id": 1,
        "entityType": "post",
        "entityId": 1,
        "content": "I would use it every evening.",
        "parentId": null,
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "isDeleted": false,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "repliesCount": 0,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "updateFlag": {
    "dryRun": {
      "before": {
        "id": 1,
        "flagKey": "new_checkout",
        "isEnabled": true,
        "description": "The new checkout.",
        "config": {
          "steps": 2
        },
        "valueType": "boolean",
        "targeting": null,
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 1,
        "flagKey": "new_checkout",
        "isEnabled": true,
        "description": "The new checkout.",
        "config": {
          "steps": 2
        },
        "valueType": "boolean",
        "targeting": null,
        "kind": "release",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": []
    },
    "body": {
      "isEnabled": true
    },
    "answer": {
      "id": 1,
      "flagKey": "new_checkout",
      "isEnabled": true,
      "description": "The new checkout.",
      "config": {
        "steps": 2
      },
      "valueType": "boolean",
      "targeting": null,
      "kind": "release",
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateOperator": {
    "body": {
      "isActive": true
    },
    "answer": {
      "id": 2,
      "username": "sara.admin",
      "email": "sara@example.com",
      "role": "admin",
      "owner": false,
      "isActive": true,
      "projectId": 11,
      "totp": false,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateOwnAccount": {
    "body": {
      "email": "sara@example.com",
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "id": 2,
      "username": "sara.admin",
      "email": "sara@example.com",
      "role": "admin",
      "roles": [
        "admin"
      ],
      "projectId": 11,
      "totp": false,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "lastLoginAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updatePost": {
    "body": {
      "title": "A dark mode"
    },
    "answer": {
      "success": true,
      "message": "Post updated.",
      "data": {
        "id": 1,
        "title": "A dark mode",
        "description": "The app is too bright at night.",
        "category": "feature",
        "status": "under_review",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "votesCount": 0,
        "commentsCount": 0,
        "projectId": 11,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z",
        "hasVoted": false
      }
    }
  },
  "updateProfile": {
    "body": {
      "firstName": "Layla",
      "email": "layla@example.com"
    },
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234567",
      "email": "layla@example.com",
      "emailVerified": false,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "en",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateProject": {
    "body": {
      "name": "Market",
      "settings": {
        "languages": [
          "en",
          "ar"
        ]
      }
    },
    "answer": {
      "id": 11,
      "name": "Market",
      "isActive": true,
      "settings": {
        "loginMethods": [
          "phone_password",
          "phone_otp",
          "username_password"
        ],
        "registration": true,
        "otp": {
          "length": 6,
          "ttlSeconds": 300
        },
        "contentWriters": "authenticated",
        "onePerAuthor": [],
        "autoHideReports": 3,
        "blockedWords": [],
        "languages": [
          "en",
          "ar"
        ],
        "requireTotp": false,
        "accountDeletionDays": 7,
        "erasedContent": "anonymise"
      },
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateReview": {
    "body": {
      "rating": 4
    },
    "answer": {
      "success": true,
      "message": "Review updated.",
      "data": {
        "id": 1,
        "itemId": 4711,
        "itemType": "product",
        "userId": "0b9d6f3e-0000-4000-8000-000000000001",
        "rating": 4,
        "title": "Very good",
        "comment": "It arrived after two days.",
        "images": [
          "https://example.com/1.jpg"
        ],
        "status": "approved",
        "statusReason": null,
        "guestEmail": null,
        "guestName": null,
        "isGuest": false,
        "source": "authenticated",
        "projectId": 11,
        "editedAt": "2026-01-31T20:00:00.000Z",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "updateRoadmapItem": {
    "body": {
      "status": "in_progress"
    },
    "answer": {
      "success": true,
      "message": "Roadmap item updated.",
      "data": {
        "id": 1,
        "title": "Dark mode",
        "description": null,
        "status": "in_progress",
        "category": "design",
        "targetDate": "2030-03-31",
        "position": 0,
        "postId": 1,
        "projectId": 11,
        "createdBy": "operator:2",
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      }
    }
  },
  "updateSegment": {
    "dryRun": {
      "before": {
        "id": 1,
        "key": "testers",
        "name": "Our testers",
        "conditions": [
          {
            "attribute": "userId",
            "operator": "in",
            "values": [
              "u-81",
              "u-82"
            ]
          }
        ],
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 1,
        "key": "testers",
        "name": "Our testers",
        "conditions": [
          {
            "attribute": "userId",
            "operator": "in",
            "values": [
              "u-81",
              "u-82"
            ]
          },
          {
            "attribute": "appVersion",
            "operator": "version_gte",
            "values": [
              "1.4.0"
            ]
          }
        ],
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": [
        "No flag names the segment testers, so it reaches nobody."
      ]
    },
    "body": {
      "conditions": [
        {
          "attribute": "userId",
          "operator": "in",
          "values": [
            "u-81",
            "u-82"
          ]
        },
        {
          "attribute": "appVersion",
          "operator": "version_gte",
          "values": [
            "1.4.0"
          ]
        }
      ]
    },
    "answer": {
      "id": 1,
      "key": "testers",
      "name": "Our testers",
      "conditions": [
        {
          "attribute": "userId",
          "operator": "in",
          "values": [
            "u-81",
            "u-82"
          ]
        },
        {
          "attribute": "appVersion",
          "operator": "version_gte",
          "values": [
            "1.4.0"
          ]
        }
      ],
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateSettings": {
    "body": {
      "notifications": true,
      "language": "ar"
    },
    "answer": {
      "notifications": true,
      "language": "ar"
    }
  },
  "updateUser": {
    "body": {
      "status": "active"
    },
    "answer": {
      "id": "0b9d6f3e-0000-4000-8000-000000000001",
      "phone": "+966501234567",
      "email": "layla@example.com",
      "emailVerified": true,
      "role": "customer",
      "status": "active",
      "firstName": "Layla",
      "lastName": "Hassan",
      "avatar": null,
      "language": "ar",
      "phoneVerified": true,
      "projectId": 11,
      "createdAt": "2026-01-31T20:00:00.000Z",
      "updatedAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "updateVersion": {
    "dryRun": {
      "before": {
        "id": 1,
        "versionName": "1.4.2",
        "versionCode": 42,
        "minVersion": "1.2.0",
        "isForce": false,
        "storeUrl": null,
        "changelog": "Faster search.",
        "isActive": true,
        "platform": null,
        "rolloutPercent": 100,
        "rolloutState": "active",
        "steps": [],
        "haltedAt": null,
        "offeredPercent": 100,
        "forceAfter": null,
        "priority": 0,
        "minOsVersion": null,
        "notes": null,
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "after": {
        "id": 1,
        "versionName": "1.4.2",
        "versionCode": 42,
        "minVersion": "1.2.0",
        "isForce": false,
        "storeUrl": null,
        "changelog": "Faster search.",
        "isActive": true,
        "platform": null,
        "rolloutPercent": 100,
        "rolloutState": "active",
        "steps": [],
        "haltedAt": null,
        "offeredPercent": 100,
        "forceAfter": null,
        "priority": 0,
        "minOsVersion": null,
        "notes": null,
        "remindAfterHours": 72,
        "guard": null,
        "guardActedAt": null,
        "createdAt": "2026-01-31T20:00:00.000Z"
      },
      "reach": {
        "window": "30 days",
        "users": 0,
        "known": 0,
        "matched": 0,
        "gains": 0,
        "loses": 0,
        "share": 0,
        "byPlatform": {},
        "byVersion": {},
        "unknownAttributes": [],
        "method": "exact"
      },
      "warnings": []
    },
    "body": {
      "isActive": true
    },
    "answer": {
      "id": 1,
      "versionName": "1.4.2",
      "versionCode": 42,
      "minVersion": "1.2.0",
      "isForce": false,
      "storeUrl": null,
      "changelog": "Faster search.",
      "isActive": true,
      "platform": null,
      "rolloutPercent": 100,
      "rolloutState": "active",
      "steps": [],
      "haltedAt": null,
      "offeredPercent": 100,
      "forceAfter": null,
      "priority": 0,
      "minOsVersion": null,
      "notes": null,
      "remindAfterHours": 72,
      "guard": null,
      "guardActedAt": null,
      "createdAt": "2026-01-31T20:00:00.000Z"
    }
  },
  "verifyRegistration": {
    "body": {
      "phone": "+966501234567",
      "otp": "482913",
      "firstName": "Layla",
      "lastName": "Hassan",
      "password": "Larch-Copper-47-Violin"
    },
    "answer": {
      "user": {
        "id": "0b9d6f3e-0000-4000-8000-000000000001",
        "phone": "+966501234567",
        "email": null,
        "emailVerified": false,
        "role": "customer",
        "status": "active",
        "firstName": "Layla",
        "lastName": "Hassan",
        "avatar": null,
        "language": "en",
        "phoneVerified": true,
        "projectId": 11,
        "createdAt": "2026-01-31T20:00:00.000Z",
        "updatedAt": "2026-01-31T20:00:00.000Z"
      },
      "tokens": {
        "accessToken": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
        "refreshToken": "dr_0b9d6f3e-0000-4000-8000-000000000002.1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "tokenType": "Bearer",
        "expiresIn": 3600
      }
    }
  },
  "withdrawVote": {
    "answer": {
      "success": true,
      "message": "Vote withdrawn.",
      "data": {
        "postId": 1,
        "voted": false,
        "votesCount": 0
      }
    }
  }
};
