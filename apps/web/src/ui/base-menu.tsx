// Menus, as Base UI makes them, in our look. Loaded by `menu.tsx` when the first one is wanted.
import { Menu } from '@base-ui/react/menu';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

const item =
  'flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm outline-none coarse:min-h-10 data-highlighted:bg-ink/6 [&_svg]:size-4 [&_svg]:shrink-0';

export type MenuProps = {
  /** A button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  onOpen?: () => void;
};

export function BaseMenuButton(props: MenuProps & { openAtFirst: boolean }) {
  const { trigger, children, side = 'bottom', align = 'end', onOpen } = props;
  return (
    <Menu.Root modal={false} defaultOpen={props.openAtFirst} onOpenChange={(open) => open && onOpen?.()}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className="z-40 outline-none" sideOffset={6} side={side} align={align}>
          <Menu.Popup className="max-h-[min(44rem,var(--available-height))] min-w-44 max-w-[min(22rem,calc(100vw-1rem))] overflow-y-auto rounded-md border border-line bg-raised p-1 text-ink shadow-float outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export type MenuItemProps = { onClick: () => void; danger?: boolean; children: ReactNode };

export function BaseMenuItem(props: MenuItemProps) {
  return (
    <Menu.Item
      onClick={props.onClick}
      className={clsx(item, props.danger ? 'text-bad' : '[&_svg]:text-muted')}
    >
      {props.children}
    </Menu.Item>
  );
}

export function BaseMenuLine() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-line" />;
}

type Choice = { value: string; label: string; note?: string };

export type MenuChoicesProps = {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
};

export function BaseMenuChoices(props: MenuChoicesProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="px-2.5 pt-2 pb-1 text-muted text-xs">{props.label}</Menu.GroupLabel>
      <Menu.RadioGroup value={props.value} onValueChange={(value) => props.onChoose(String(value))}>
        {props.choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} closeOnClick className={item}>
            <span className="flex size-4 items-center justify-center">
              <Menu.RadioItemIndicator>
                <Check aria-hidden className="text-accent" />
              </Menu.RadioItemIndicator>
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{choice.label}</span>
              {choice.note && <span className="block text-muted text-xs">{choice.note}</span>}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}
