// Menus. `trigger` is a button element; what it opens are `MenuItem`s and `MenuChoices`. What menus are made of is large
// and seldom wanted in the first second, so it is loaded when a pointer or the focus comes near the first trigger.
import { cloneElement, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { MenuChoicesProps, MenuItemProps, MenuProps } from './base-menu.tsx';

let parts: typeof import('./base-menu.tsx') | undefined;

/** Resolves when menus open at once. */
export async function loadMenus(): Promise<void> {
  parts ??= await import('./base-menu.tsx');
}

const loadEarly = () => void loadMenus().catch(() => undefined);

export function MenuButton(props: MenuProps) {
  const [shown, setShown] = useState(parts !== undefined);
  const [asked, setAsked] = useState(false);
  if (parts && shown) return <parts.BaseMenuButton {...props} openAtFirst={asked} />;
  const ask = () => {
    loadMenus().then(
      () => {
        setAsked(true);
        setShown(true);
        props.onOpen?.();
      },
      // The server is away, which the page says elsewhere; the next click tries again.
      () => undefined,
    );
  };
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ask,
    onKeyDown: (event: KeyboardEvent) => event.key === 'ArrowDown' && ask(),
    onPointerEnter: loadEarly,
    onFocus: loadEarly,
  });
}

/** These are shown in open menus alone, and so never before their parts are there. */
export function MenuItem(props: MenuItemProps) {
  return parts && <parts.BaseMenuItem {...props} />;
}

export function MenuLine() {
  return parts && <parts.BaseMenuLine />;
}

/** One of several, under a label. */
export function MenuChoices(props: MenuChoicesProps) {
  return parts && <parts.BaseMenuChoices {...props} />;
}

/** Something to read in a menu, not to choose. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <p role="presentation" className="px-2.5 py-1 text-muted text-xs tabular-nums">
      {children}
    </p>
  );
}
