/** How many promises were missed; any miss makes the whole run fail. */
let missed = 0;

export function title(text: string): void {
  console.log(`\n${text}`);
}

export function figure(name: string, value: string): void {
  console.log(`  ${name.padEnd(64)} ${value}`);
}

export function promise(name: string, value: number, kept: { atLeast?: number; atMost?: number }): void {
  const ok = value >= (kept.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (kept.atMost ?? Number.POSITIVE_INFINITY);
  const expected = kept.atLeast === undefined ? `at most ${kept.atMost}` : `at least ${kept.atLeast}`;
  if (!ok) missed += 1;
  figure(name, `${value.toFixed(2)}  (${expected}: ${ok ? 'kept' : 'MISSED'})`);
}

export function missedPromises(): number {
  return missed;
}
