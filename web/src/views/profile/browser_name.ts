// A browser as people call it, from what it says about itself.
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信 WeChat'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** "Firefox · Windows"; empty when nothing is recognised. Order matters: browsers name their ancestors too. */
export function browserName(agent: string): string {
  return [BROWSERS, SYSTEMS]
    .map((table) => table.find(([pattern]) => pattern.test(agent))?.[1])
    .filter((name) => name !== undefined)
    .join(' · ');
}
