import type { Testers, VersionRange } from './window.ts';

/** The phones of a window. */
export interface WindowScope {
  readonly platforms: ('android' | 'ios')[] | null;
  readonly versions: VersionRange[] | null;
  readonly testers: Testers | null;
}

/** Reads the JSON texts of a stored window. */
export function scopeOf({ platforms, versions, testers }: { readonly [field in keyof WindowScope]: string | null }): WindowScope {
  return {
    platforms: platforms ? JSON.parse(platforms) : null,
    versions: versions ? JSON.parse(versions) : null,
    testers: testers ? JSON.parse(testers) : null,
  };
}
