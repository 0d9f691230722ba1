/** The hatching of entries that break a rule or would be deleted. */
export function Hatch() {
  return (
    <defs>
      <pattern id="phases-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" className="drawing__hatch" />
      </pattern>
      <pattern id="phases-gone" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v8" className="drawing__gone" />
      </pattern>
    </defs>
  );
}
