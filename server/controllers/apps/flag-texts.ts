import { type PreparedBody, withEtag } from '../../platform/http/fast-path/prepared-body.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';
import { type EvaluatedFlag, type Evaluation, withFlags } from '../../services/apps/flags/evaluate-flags.ts';

/** Most apps answer in few ways, because few flags are between 0 and 100 percent at a time. */
const BODIES = 8;

interface FlagTextsOptions {
  /** Serialises the answer of one flag, in the form of `PreparedBody.latin1`. */
  render(one: EvaluatedFlag): string;
  /** Makes the body from the answers, which are separated by commas. */
  frame(answers: string): string;
}

/** The parts of an app that are serialised already. */
interface Kept {
  /** By the places of flag and answer. */
  readonly answers: (string | undefined)[][];
  /** The last bodies, by the digest of their answers. */
  readonly bodies: (KeptBody | undefined)[];
}

interface KeptBody {
  readonly evaluations: readonly Evaluation[];
  readonly body: PreparedBody;
}

/**
 * The bodies with all flags of an app. Each answer that a flag may give is serialised once per change of its app, because serialising those
 * of a request would cost more than finding them.
 */
export class FlagTexts {
  readonly #options: FlagTextsOptions;
  readonly #kept = new WeakMap<AppSnapshot['flags'], Kept>();

  constructor(options: FlagTextsOptions) {
    this.#options = options;
  }

  /** The body for the answers to one request, in the order of the flags. */
  bodyOf({ flags }: AppSnapshot, evaluations: readonly Evaluation[]): PreparedBody {
    const kept = this.#kept.get(flags) ?? { answers: Array.from(flags, () => []), bodies: [] };
    this.#kept.set(flags, kept);
    const place = digestOf(evaluations) % BODIES;
    const known = kept.bodies[place];
    if (known !== undefined && isEqual(known.evaluations, evaluations)) return known.body;
    const answers = withFlags({ flags }, evaluations).map((one, index) => this.#answerOf(one, kept.answers[index] ?? []));
    const body = withEtag(this.#options.frame(answers.join(',')));
    kept.bodies[place] = { evaluations, body };
    return body;
  }

  #answerOf(one: EvaluatedFlag, known: (string | undefined)[]): string {
    const { place } = one.evaluation;
    const text = known[place] ?? this.#options.render(one);
    known[place] = text;
    return text;
  }
}

function digestOf(evaluations: readonly Evaluation[]): number {
  let digest = 0;
  for (const { place } of evaluations) digest = (Math.imul(digest, 31) + place) >>> 0;
  return digest;
}

/** Each answer that a flag may give exists once. */
function isEqual(some: readonly Evaluation[], others: readonly Evaluation[]): boolean {
  return some.every((one, index) => one === others[index]);
}
