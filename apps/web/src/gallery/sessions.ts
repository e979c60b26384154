// A list of chats as it looks after some weeks, in both languages.
import type { Session } from '@slipstream/protocol';
import type { Language } from '../i18n/i18n.ts';
import { aSession, sessionId } from '../testing/records.ts';

const hourMs = 3_600_000;

type Row = [title: string, hoursAgo: number, changes?: Partial<Session>];

const rows: Record<Language, Row[]> = {
  en: [
    ['Why does the nightly job fail on Sundays?', 0.1],
    ['Move the importer to streams', 0.4, { status: 'running' }],
    ['Clean up old migrations', 1, { status: 'waiting' }],
    ['Haiku about the sea', 2, { lastTurn: { turnId: sessionId, status: 'failed' } }],
    ['House rules for commits', 300, { pinned: true }],
    ['Release notes for 2.4, with a title that is much too long for the list', 26],
    ['Compare three queue libraries', 30],
    ['Find the flaky test', 80, { lastTurn: { turnId: sessionId, status: 'interrupted' } }],
    ['Read the incident report', 100],
    ['Plan the move to Postgres', 900],
  ],
  zh: [
    ['为什么夜间任务每到周日就失败？', 0.1],
    ['把导入程序改成流式处理', 0.4, { status: 'running' }],
    ['清理旧的迁移文件', 1, { status: 'waiting' }],
    ['写一首关于大海的俳句', 2, { lastTurn: { turnId: sessionId, status: 'failed' } }],
    ['提交信息的约定', 300, { pinned: true }],
    ['2.4 版本的发布说明，这个标题长得列表里放不下，所以会被截断', 26],
    ['比较三个队列库', 30],
    ['找出不稳定的测试', 80, { lastTurn: { turnId: sessionId, status: 'interrupted' } }],
    ['阅读故障报告', 100],
    ['规划迁移到 Postgres', 900],
  ],
};

/** The first one is the chat that a scene shows. */
export function someSessions(language: Language, now: number): Session[] {
  return rows[language].map(([title, hoursAgo, changes], index) =>
    aSession({
      id: index === 0 ? sessionId : `01990000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
      title,
      updatedAt: new Date(now - hoursAgo * hourMs).toISOString(),
      ...changes,
    }),
  );
}
