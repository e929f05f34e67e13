import type { babel } from '@stryker-mutator/core';

const isNamed = (node: babel.NodePath['node'], ...names: string[]) =>
  node.type === 'Identifier' && names.includes(node.name);

/**
 * Whether this node of the syntax tree is a log call, such as `log.warn(…)` or `request.log.warn(…)`, or a statement or
 * arrow function that consists only of a log call.
 */
function isLogCall(path: babel.NodePath): boolean {
  if (path.isExpressionStatement()) return isLogCall(path.get('expression'));
  if (path.isArrowFunctionExpression()) return isLogCall(path.get('body'));
  if (!path.isCallExpression() || path.node.callee.type !== 'MemberExpression') return false;
  const logger = path.node.callee.object;
  return isNamed(logger, 'log') || (logger.type === 'MemberExpression' && isNamed(logger.property, 'log'));
}

/** Whether this node of the syntax tree is the id of a state machine, or of an actor that a state machine invokes. */
function isMachineId(path: babel.NodePath): boolean {
  if (!path.isObjectProperty() || !isNamed(path.node.key, 'id') || path.parent.type !== 'ObjectExpression')
    return false;
  return path.parent.properties.some(
    (property) => property.type === 'ObjectProperty' && isNamed(property.key, 'src', 'initial'),
  );
}

/**
 * Keeps Stryker from changing texts that neither a user nor a caller of the API sees, such as the ids of state
 * machines. These ids appear only in logs, and `tests/machines/conventions.test.ts` checks them.
 */
export const textIgnorer = {
  shouldIgnore(path: babel.NodePath): string | undefined {
    if (path.isObjectProperty() && isNamed(path.node.key, 'description')) return 'a description';
    if (isMachineId(path)) return 'an id of a state machine';
    if (path.isNewExpression() && isNamed(path.node.callee, 'Error')) return 'the message of an error';
    return isLogCall(path) ? 'a line of the log' : undefined;
  },
};
