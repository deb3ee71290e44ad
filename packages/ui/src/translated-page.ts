/**
 * Keeps React's texts alive on a page that the browser translates.
 *
 * A translator takes each text node out of the page and puts a <font> element in its place. React
 * goes on to write into the node that was taken out, where nobody sees it, and fails when it
 * removes or inserts beside it. So a text that React writes anew returns to its place, from where
 * the translator takes it again, and what React does to a taken text is done to its <font>.
 *
 * Numbers and codes are `notranslate`: they never leave the page.
 */

/** Called once, before React writes below `root`. */
export function followTranslation(root: Node): void {
  const taken = new TakenTexts(root);
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node below
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.appendChild = function <T extends Node>(this: Node, added: T): T {
    taken.discard(added);
    return appendChild.call(this, added) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    taken.discard(added);
    return insertBefore.call(this, added, before && taken.childOf(this, before)) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, taken.childOf(this, child));
    return child;
  };
}

const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT';

class TakenTexts {
  /** What stands in the place of a text. */
  readonly #standIns = new WeakMap<Node, Element>();
  readonly #changes = new MutationObserver((records) => this.#note(records));

  constructor(root: Node) {
    this.#changes.observe(root, { childList: true, subtree: true });
  }

  /** A taken text that comes to another place leaves nothing behind. */
  discard(node: Node): void {
    this.#standInOf(node)?.remove();
  }

  /** The child of `parent` that is, holds or replaces a node that React takes for its child. */
  childOf(parent: Node, node: Node): Node {
    if (node.parentNode === parent) return node;
    let child: Node | null = this.#standInOf(node) ?? node;
    while (child !== null && child.parentNode !== parent) child = child.parentNode;
    return child ?? node;
  }

  #standInOf(node: Node): Element | undefined {
    if (node.isConnected) return undefined;
    this.#note(this.#changes.takeRecords());
    return this.#standIns.get(node);
  }

  #note(records: readonly MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') this.#putBack(target);
      else {
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
        if (standIn !== undefined) for (const node of removedNodes) this.#take(node, standIn);
      }
    }
  }

  #take(node: Node, standIn: Element): void {
    if (node.nodeType !== Node.TEXT_NODE || node.isConnected) return;
    this.#standIns.set(node, standIn);
    this.#changes.observe(node, { characterData: true });
  }

  #putBack(text: Node): void {
    if (!text.isConnected) this.#standIns.get(text)?.replaceWith(text);
  }
}
