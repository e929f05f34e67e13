type Listener = Parameters<EventTarget['addEventListener']>;

// Record the listeners in a property of their target. A variable would be lost, because each test file loads this
// module again.
const key = Symbol.for('landfall-test-listeners');
type Recorded = EventTarget & { [key]?: { added: Listener[]; add: EventTarget['addEventListener'] } };

/**
 * Removes the event listeners that the previous test file added to `target`, and records those that this file adds. Do
 * not pass `document`: React and user-event add their listeners to it only once, for all test files.
 */
export function resetListeners(target: Recorded): void {
  target[key] ??= { added: [], add: target.addEventListener.bind(target) };
  const { added, add } = target[key];
  for (const listener of added.splice(0)) target.removeEventListener(...listener);
  target.addEventListener = (...listener) => {
    added.push(listener);
    add(...listener);
  };
}
