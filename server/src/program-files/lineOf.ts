import type { DocumentNode, ValueNode } from '@humanwhocodes/momoa';

/** The line (from 1) of `program.phaseGroups.0.phases.2`, or of the innermost part of that path that is there. */
export function lineOf(document: DocumentNode, path: string): number {
  let at: ValueNode = document.body;
  let line = at.loc.start.line;
  for (const step of path ? path.split('.') : []) {
    const next = child(at, step);
    if (!next) return line;
    line = next.line;
    at = next.value;
  }
  return line;
}

function child(node: ValueNode, step: string): { value: ValueNode; line: number } | null {
  if (node.type === 'Object') {
    const member = node.members.find(({ name }) => (name.type === 'String' ? name.value : name.name) === step);
    return member ? { value: member.value, line: member.loc.start.line } : null;
  }
  const element = node.type === 'Array' ? node.elements[Number(step)] : undefined;
  return element ? { value: element.value, line: element.loc.start.line } : null;
}
