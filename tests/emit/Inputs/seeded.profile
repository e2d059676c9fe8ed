freelaunch-profile 2
# cK=W,N,T,N,T,N,T
tree::parent seeded.cu:28 first=t4 launches=480 children=2400 blocks=2400 t1=400 t4=80 t1+t4=0 small=40 need=6 c3=520,5,8123,7,3021,2,9000 c10=12,2,90000,0,0,0,0
tree::parent seeded.cu:29 first=t1 launches=9 children=9 blocks=900 t1=9 t4=0 small=0 need=12
tree::parent seeded.cu:33 first=t4 launches=3 children=3 blocks=3 t1=3 t4=0 small=0 need=9
other elsewhere.cu:7 first=t1 launches=1 children=1 blocks=1 t1=1 t4=0 small=0 need=6
