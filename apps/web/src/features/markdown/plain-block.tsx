/** A block as it was written, for the moment before the parser is there. */
export function PlainBlock(props: { text: string; live: boolean }) {
  return (
    <div data-plain dir="auto" className="block whitespace-pre-wrap">
      {props.text.trim()}
    </div>
  );
}
