// `npm run check`: the fast gate: everything but the browser tests and the tests that take long.
import { gateSteps, runStep } from './gate.mjs';
import { ensureInstalled } from './install.mjs';
import { runVitest } from './tests.mjs';
import { requireNode } from './workspace.mjs';

requireNode();
if (!(await ensureInstalled())) process.exit(1);
let passed = true;
for (const step of gateSteps) passed = (await runStep(step)) && passed;
const { failed } = await runVitest({ fast: true });
if (!passed || failed.length > 0) process.exitCode = 1;
