/** A block as it was written, before the parser is there and where it cannot help. */
export function PlainBlock(props: { text: string; live: boolean }) {
  return (
    <div data-plain dir="auto" className="block whitespace-pre-wrap break-words">
      {props.text.trim()}
    </div>
  );
}
