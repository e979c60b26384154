// What parses Markdown and shows it, in one chunk that is loaded on demand.
export { ParsedBlock } from './parsed-block.tsx';
export { PiecedBlock } from './pieced-block.tsx';
