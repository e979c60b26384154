// The settings of a new repository, reduced to what says how it is stored, who commits and where its remotes are. Line by
// line and by what is known to be harmless; whatever is written in another way is left out.

const section = /^\[(core|user|init|pull|push|(?:remote|branch) "[\w./-]+")\]$/;
const setting = /^\s*([a-zA-Z][a-zA-Z0-9-]*) = ([^"\\;#]*)$/;

const harmless: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  user: /^(name|email)$/,
  init: /^defaultbranch$/,
  pull: /^(rebase|ff)$/,
  push: /^(default|autosetupremote)$/,
  remote: /^(url|fetch)$/,
  branch: /^(remote|merge|rebase)$/,
};

/** Of an address only what fetches over a network or from a folder; `ext::` and its like run a program. */
const address = /^(?:https?:\/\/|ssh:\/\/|git:\/\/|file:\/\/|\/|\.\.?\/|[\w.-]+@[\w.-]+:(?!:))[^\s]*$/;

export function toSafeConfig(text: string): { text: string; leftOut: number } {
  const kept: string[] = [];
  let leftOut = 0;
  let current: string | undefined;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const begins = section.exec(line.trim())?.[1];
    const [, name = '', value = ''] = setting.exec(line) ?? [];
    if (begins !== undefined) {
      current = begins.split(' ')[0];
      kept.push(`[${begins}]`);
    } else if (current !== undefined && isHarmless(current, name.toLowerCase(), value.trim())) {
      kept.push(`\t${name} = ${value.trim()}`);
    } else {
      // Of a section that is not kept, nothing may end up in the one before.
      if (line.trim().startsWith('[')) current = undefined;
      leftOut += 1;
    }
  }
  return { text: kept.map((line) => `${line}\n`).join(''), leftOut };
}

function isHarmless(within: string, name: string, value: string): boolean {
  if (!harmless[within]?.test(name)) return false;
  return name !== 'url' || (address.test(value) && !value.startsWith('-'));
}
