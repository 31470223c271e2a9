import * as api from '@actual-app/api';
import fs from 'fs';
fs.mkdirSync('data',{recursive:true});
await api.init({dataDir:'data'});
await api.runImport('Sample', async () => {
  const giro = await api.createAccount({name:'Giro'}, 0);
  const savings = await api.createAccount({name:'Savings'}, 0);
  const card = await api.createAccount({name:'Visa card', offbudget:false}, 0);
  const group = await api.createCategoryGroup({name:'Usual'});
  for (const name of ['Food','General','Bills']) await api.createCategory({name, group_id: group});
  const groups = await api.getCategoryGroups();
  console.log(groups.map(g=>[g.name,g.categories.map(c=>c.name)]));
  const cats = Object.fromEntries(groups.flatMap(g=>g.categories.map(c=>[c.name,c.id])));
  const payees = await api.getPayees();
  const to = id => payees.find(p=>p.transfer_acct===id)?.id;
  await api.addTransactions(giro, [
    {date:'2026-01-01', amount:100000, payee_name:'Starting Balance', starting_balance_flag:true},
    {date:'2026-01-02', amount:-1234, payee_name:'REWE', category:cats['Food'], notes:'weekly #home'},
    {date:'2026-01-03', amount:-5000, payee_name:'Market', subtransactions:[{amount:-3000, category:cats['Food'], notes:'veg'},{amount:-2000, category:cats['General']}]},
    {date:'2026-01-31', amount:250000, payee_name:'ACME', category:cats['Income']},
  ]);
  await api.addTransactions(giro, [{date:'2026-01-05', amount:-20000, payee: to(savings)}, {date:'2026-01-06', amount:-4321, payee: to(card)}], {runTransfers:true});
  await api.addTransactions(card, [{date:'2026-01-04', amount:-4321, payee_name:'Shell', category:cats['Bills']}]);
  for (const [m,a] of [['2026-01',40000],['2026-02',45000],['2026-03',45000]]) await api.setBudgetAmount(m, cats['Food'], a);
  await api.setBudgetAmount('2026-03', cats['Bills'], 9900);
  await api.setBudgetCarryover('2026-03', cats['Bills'], true);
});
for (const a of await api.getAccounts()) console.log(a.name, await api.getAccountBalance(a.id, new Date('2030-01-01')));
await api.shutdown();
