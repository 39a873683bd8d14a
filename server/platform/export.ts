/** A user whose data is exported. */
export interface ExportedPerson {
  readonly userId: string;
  readonly projectId: number;
  /** null for an erased user. */
  readonly phone: string | null;
  /** The address that the user has proved, if any. Only then are mails to it, and rows of guests with it, the user's too. */
  readonly provedEmail: string | null;
}

/** One list of an export. Each service exports its own tables. */
export interface ExportPart {
  /** The name of the list in the document. */
  readonly key: string;
  /** The pages of the list, at most `EXPORTED_AT_ONCE` records each. Nothing of the database is held between two pages. */
  pages(person: ExportedPerson): AsyncIterable<readonly object[]>;
}

/** Records of a person that are in memory at once. */
export const EXPORTED_AT_ONCE = 500;

export interface ExportPage {
  readonly key: string;
  readonly records: readonly object[];
}

/** All lists in order, page by page. A list has at least one page, which may be empty. */
export async function* readExport(parts: readonly ExportPart[], person: ExportedPerson): AsyncGenerator<ExportPage> {
  for (const { key, pages } of parts) {
    let isEmpty = true;
    for await (const records of pages(person)) {
      yield { key, records };
      isEmpty = false;
    }
    if (isEmpty) yield { key, records: [] };
  }
}
