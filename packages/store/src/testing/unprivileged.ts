// Runs a test's part without the rights of root, whom no file mode stops.
const nobody = 65534;

export async function withoutRootRights<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(nobody);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
