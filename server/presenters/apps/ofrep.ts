import type { ApiError } from '../../platform/errors.ts';
import type { EvaluatedValue, EvaluationFailure } from '../../schemas/apps/ofrep.ts';
import type { EvaluatedFlag } from '../../services/apps/flags/evaluate-flags.ts';

const NO_VALUE = 'The flag is on, but has no variant to serve.';

/** A flag in a list of all: its value, or why it has none. */
export function presentInList(evaluated: EvaluatedFlag): EvaluatedValue | EvaluationFailure {
  return presentValue(evaluated) ?? { key: evaluated.flag.key, errorCode: 'GENERAL', errorDetails: NO_VALUE };
}

/**
 * The value of a flag; null when it is on and has none. A boolean flag that is off is never DISABLED: some clients then use the default of
 * their code, whatever the value says, so that a kill switch would not kill.
 */
export function presentValue({ flag, evaluation }: EvaluatedFlag): EvaluatedValue | null {
  const { key, valueType, config } = flag;
  const { isOn, variant, reason } = evaluation;
  if (valueType === 'boolean') return { key, value: isOn, reason, variant: variant?.key ?? (isOn ? 'on' : 'off') };
  if (!isOn) return { key, reason: 'DISABLED' };
  if (variant !== null) return { key, value: variant.value, reason, variant: variant.key };
  return valueType === 'object' && config !== null ? { key, value: config, reason } : null;
}

/** The refusals that clients of the protocol read; of others they read only the status. */
export function presentRefusal(error: ApiError, { key }: Readonly<Record<string, unknown>>): EvaluationFailure | null {
  const errorCode = errorCodeOf(error);
  if (errorCode === null) return null;
  return { ...(typeof key === 'string' ? { key } : {}), errorCode, errorDetails: error.message };
}

function errorCodeOf({ code, extras }: ApiError): EvaluationFailure['errorCode'] | null {
  if (code === 'flag_not_found') return 'FLAG_NOT_FOUND';
  if (code === 'flag_without_value') return 'GENERAL';
  if (code !== 'validation_error') return null;
  return extras.isUnreadable ? 'PARSE_ERROR' : 'INVALID_CONTEXT';
}
