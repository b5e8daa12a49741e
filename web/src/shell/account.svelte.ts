// Who sits at this device: nobody yet, a guest or an account. Nobody has to log in to play.
import type { Me, Recovery, RoomCard, User } from '../wire.gen';
import { getJson, postJson } from './http';
import { noteOpenGames } from './open_games';
import { followAccount } from './settings_sync';

export interface Account {
  /** `unknown` until the server has been asked. */
  state: 'unknown' | 'known' | 'unreachable';
  user: User | null;
  /** Unfinished games. */
  rooms: RoomCard[];
}

export const account: Account = $state({ state: 'unknown', user: null, rooms: [] });

let asking: Promise<void> | undefined;
let isAsking = false;

/** Asks the server who we are, once; `again` asks anew unless a question is on its way. */
export function loadAccount(again = false): Promise<void> {
  if (!asking || (again && !isAsking)) asking = ask();
  return asking;
}

/** The user, made a guest when there was none: for everything that needs a name but no login. */
export async function guestOrUser(): Promise<User> {
  await loadAccount();
  if (account.user) return account.user;
  const { user, recovery } = await postJson<Recovery>('/api/guest');
  keepRecovery(user, recovery);
  become(user);
  return user;
}

/** A new account; a guest's games move to it. Gives the recovery code, which is shown once. */
export async function register(name: string, password: string): Promise<string> {
  const { user, recovery } = await postJson<Recovery>('/api/register', { name, password });
  become(user);
  return recovery;
}

export async function logIn(name: string, password: string): Promise<void> {
  become((await postJson<Me>('/api/login', { name, password })).user ?? null);
}

/** Comes back by a recovery code, as guest or account. */
export async function recover(code: string): Promise<void> {
  become((await postJson<Me>('/api/recover', { code })).user ?? null);
}

const RECOVERY = 'duiyi.recovery';

/** Keeps the recovery code of a guest on this device; accounts have a password and keep their code elsewhere. */
export function keepRecovery(user: User, code: string): void {
  if (user.kind !== 'account') localStorage.setItem(RECOVERY, `${user.id} ${code}`);
}

/** The recovery code that this device keeps for a guest, or ''. */
export function keptRecovery(user: User): string {
  const [id, code = ''] = (localStorage.getItem(RECOVERY) ?? '').split(' ');
  return id === user.id && user.kind !== 'account' ? code : '';
}

/** Ends this session, or all of them. */
export async function logOut(everywhere = false): Promise<void> {
  await postJson<Me>(everywhere ? '/api/logout-everywhere' : '/api/logout');
  become(null);
}

export async function rename(name: string): Promise<void> {
  become((await postJson<Me>('/api/rename', { name })).user ?? null);
}

export async function deleteAccount(password: string): Promise<void> {
  await postJson<Me>('/api/delete-account', { old: password });
  localStorage.removeItem(RECOVERY);
  become(null);
}

async function ask(): Promise<void> {
  isAsking = true;
  try {
    const me = await getJson<Me>('/api/me');
    account.rooms = me.rooms ?? [];
    noteOpenGames(account.rooms.length);
    become(me.user ?? null);
  } catch {
    account.state = 'unreachable';
  } finally {
    isAsking = false;
  }
}

function become(user: User | null): void {
  if (user === null) account.rooms = [];
  account.user = user;
  account.state = 'known';
  void followAccount(user);
}
