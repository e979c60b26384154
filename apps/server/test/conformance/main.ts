// `npm run conformance -- URL`: checks the guarantees of a running server from outside. AUTH_TOKEN is its token;
// CONFORMANCE_EFFORT repeats more. Ends with 1 where one does not hold.
import { runChecks } from './run-checks.ts';

const url = process.argv[2]?.replace(/\/$/, '');
if (!url) {
  console.error('Name the server: npm run conformance -- http://127.0.0.1:8787');
  process.exit(1);
}
try {
  const outcomes = await runChecks(
    { url, token: process.env['AUTH_TOKEN'] },
    {
      effort: Number(process.env['CONFORMANCE_EFFORT'] ?? 2),
      tell: ({ name, problem, tookMs }) =>
        console.log(
          `${problem === null ? 'ok  ' : 'FAIL'} ${name} (${tookMs} ms)${problem ? `\n     ${problem}` : ''}`,
        ),
    },
  );
  const failed = outcomes.filter(({ problem }) => problem !== null).length;
  console.log(`${outcomes.length - failed} hold, ${failed} do not.`);
  console.log('G4, G5 and G7 need a process to be killed: npm run crash-test.');
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
