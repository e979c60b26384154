// `npm test`: installs and runs everything there is. The last line is the sum over gate steps and tests.
import { ensureBuilt } from './build.mjs';
import { gateSteps, runStep } from './gate.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureServerBundle } from './server-bundle.mjs';
import { runBrowserTests, runVitest } from './tests.mjs';
import { requireNode } from './workspace.mjs';

requireNode();
let passed = 0;
const failed = [];
const skipped = [];

if (await ensureInstalled()) {
  for (const step of gateSteps) {
    if (await runStep(step)) passed += 1;
    else failed.push(step.name);
  }
  add(await runVitest());
  if (await ensureBuilt()) add(await runBrowserTests(await ensureServerBundle()));
  else failed.push('build of the page (the browser tests did not run)');
} else failed.push('installation (nothing else ran)');

for (const name of skipped) console.log(`Skipped: ${name}`);
for (const name of failed) console.log(`Failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

function add(result) {
  passed += result.passed;
  failed.push(...result.failed);
  skipped.push(...result.skipped);
}
