// Where the file tools may go: inside one folder, minus what is hidden in it. Pure comparison of real places (paths
// without links in them); finding the real place of an open file is the job of its neighbours.
import { realpathSync } from 'node:fs';
import { AppError } from '@slipstream/protocol';

/** `root` is the folder as it was named, `realRoot` where it really is, `hidden` real places strictly inside it. */
export type Boundary = { root: string; realRoot: string; hidden: readonly string[] };

/**
 * The boundary of a workspace folder. `hidden` are the server's own files and folders: those that lie inside the
 * workspace are closed to every tool, those around or beside it are out of reach anyway.
 */
export async function toBoundary(workspace: string, hidden: readonly string[]): Promise<Boundary> {
  const realRoot = toRealPath(workspace);
  if (realRoot instanceof Error)
    throw new AppError('not_found', `The workspace folder ${workspace} does not exist.`, { cause: realRoot });
  const places = await toRealPlaces(hidden);
  return {
    root: workspace,
    realRoot,
    hidden: places.filter((place) => place !== realRoot && isWithin(realRoot, place)),
  };
}

/** Where the paths really are; one that does not exist stays as it is. */
export async function toRealPlaces(paths: readonly string[]): Promise<string[]> {
  return paths.map((path) => {
    const real = toRealPath(path);
    return real instanceof Error ? path : real;
  });
}

/** A few microseconds; by way of a thread it would be twenty times that, several times in every turn. */
function toRealPath(path: string): string | Error {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** Whether the tools may touch what really is at `place`. */
export function isAllowed(boundary: Boundary, place: string): boolean {
  return isWithin(boundary.realRoot, place) && !boundary.hidden.some((hidden) => isWithin(hidden, place));
}

/** The path of an allowed place as the model should name it; `.` for the workspace itself. */
export function toShownPath(boundary: Boundary, place: string): string {
  return place === boundary.realRoot ? '.' : place.slice(withSlash(boundary.realRoot).length);
}

export function isWithin(folder: string, place: string): boolean {
  return place === folder || place.startsWith(withSlash(folder));
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}
