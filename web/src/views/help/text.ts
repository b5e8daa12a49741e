// The rules as they are told: one file per language, fetched with the page.
import type { GameName } from '../../shell/games';
import type { DEMOS } from './demos.gen';

export interface HelpSection {
  title: string;
  text: readonly string[];
  points?: readonly string[];
  demos?: readonly { name: keyof typeof DEMOS; caption: string }[];
}

export interface HelpText {
  lead: string;
  sections: readonly HelpSection[];
}

export type HelpTexts = Readonly<Record<GameName, HelpText>>;
