/** A number as an integer of a power of ten: 0.25 is 25 at scale 2. */
function decimal(value: number): readonly [digits: bigint, scale: number] {
  const [coefficient = '0', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? [digits, scale] : [digits * 10n ** BigInt(-scale), 0];
}

function atScale([digits, scale]: readonly [bigint, number], target: number): bigint {
  return digits * 10n ** BigInt(target - scale);
}

/** Whether a number is a multiple of another, counted exactly. */
export function isMultiple(value: number, of: number): boolean {
  if (!Number.isFinite(value) || of <= 0) return false;
  const [left, right] = [decimal(value), decimal(of)];
  const scale = Math.max(left[1], right[1]);
  return atScale(left, scale) % atScale(right, scale) === 0n;
}

/** Numbers beyond it are infinite. */
const largest = 10n ** 330n;

/** The smallest number that is a multiple of all. */
export function commonMultiple(numbers: readonly number[]): number {
  const decimals = numbers.map(decimal);
  const scale = Math.max(0, ...decimals.map(([, own]) => own));
  const digits = decimals
    .map((one) => atScale(one, scale))
    .reduce((left, right) => (left > largest ? left : (left * right) / divisor(left, right)));
  return Number(digits) / 10 ** scale;
}

function divisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : divisor(right, left % right);
}
